package dev.oncemore.desk;

import dev.oncemore.config.YamlFile;
import dev.oncemore.connector.ConnectorFile;
import dev.oncemore.desk.company.Companies;
import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.desk.send.SendService;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.TestWorkbooks;
import dev.oncemore.desk.sheet.Upload;
import dev.oncemore.jdbc.Database;
import dev.oncemore.observe.Telemetry;
import dev.oncemore.once.Once;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.TransactionalTasks;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A desk without workers: what is sent stays in its queue until the test runs it. */
record OpenDesk(
        Backend backend,
        Database database,
        TransactionalTasks<Connection> tasks,
        SendService sendService,
        SheetService sheetService,
        Acts acts)
        implements AutoCloseable {
    private static final String HEADINGS = String.join(",", TestWorkbooks.HEADINGS) + "\n";

    static OpenDesk sqlite(Path folder, int port) {
        return on("sqlite:" + folder.resolve("s.db"), Map.of(), port);
    }

    /** The same with another time for the connector. */
    static OpenDesk sqlite(Path folder, int port, Time time) {
        return on("sqlite:" + folder.resolve("s.db"), Map.of(), port, "", null, time);
    }

    /** A desk in this store that sends to this port. */
    static OpenDesk on(String store, Map<String, String> environment, int port) {
        return on(store, environment, port, "", null);
    }

    /**
     * As above.
     *
     * @param more further lines of the connector file
     * @param wrapping around the connections to the store; null for none
     */
    static OpenDesk on(
            String store,
            Map<String, String> environment,
            int port,
            String more,
            @Nullable UnaryOperator<DataSource> wrapping) {
        return on(store, environment, port, more, wrapping, Time.system());
    }

    private static OpenDesk on(
            String store,
            Map<String, String> environment,
            int port,
            String more,
            @Nullable UnaryOperator<DataSource> wrapping,
            Time time) {
        Backend backend = Backend.open(StoreUrl.parse(store), environment, SendService.SCHEMA, wrapping);
        Database database = backend.database();
        Ids ids = Ids.timeOrdered(WallClock.system(), Chance.system());
        AuditTrail audit = new AuditTrail(database, ids, WallClock.system());
        TransactionalTasks<Connection> tasks = Tasks.on(backend.tasks());
        Acts acts = new Acts(database, tasks, Once.on(backend.records()), audit);
        String connector = """
                connector: other
                address: http://127.0.0.1:%d
                auth: none
                %s
                documents:
                  invoice:
                    create:
                      path: /invoices
                      body: {number: '${number}', partner: '${partner}'}
                      id: id
                    find:
                      path: /invoices?number=${number}
                      list: invoices
                      number: number
                      id: id
                """.formatted(port, more);
        SendService sendService = new SendService(
                backend,
                tasks,
                ids,
                time,
                WallClock.system(),
                new Telemetry() {},
                new DeskSettings(
                        List.of(ConnectorFile.read(YamlFile.parse("other.yml", connector), Map.of())),
                        Map.of("comp1", "7")),
                Map.of());
        return new OpenDesk(backend, database, tasks, sendService, new SheetService(acts, ids, sendService), acts);
    }

    /** Takes in a sheet of one document; it is not sent by this. */
    Sheet take(String number) {
        String csv = HEADINGS + number + ",2026-01-31,Foods,tea,2,150,8\n";
        return take(csv.getBytes(StandardCharsets.UTF_8), number + ".csv");
    }

    Sheet take(byte[] file, String name) {
        return sheetService
                .imports()
                .take(new Upload(file, name, "comp1", DocumentType.INVOICE, ReadOptions.NONE), "anna", true);
    }

    /** Takes in a sheet for this company, which may be new. */
    Sheet takeFor(String company) {
        byte[] file = (HEADINGS + "1,2026-01-31,Foods,tea,2,150,8\n").getBytes(StandardCharsets.UTF_8);
        Upload upload = new Upload(file, "1.csv", company, DocumentType.INVOICE, ReadOptions.NONE);
        return sheetService.imports().take(upload.ifNew(Companies.IfNew.ADD), "anna", true);
    }

    Sheet send(String number) {
        return send(take(number));
    }

    /** Takes in a sheet of one document for this partner, and confirms it. */
    Sheet send(String number, String partner) {
        String csv = HEADINGS + number + ",2026-01-31," + partner + ",tea,2,150,8\n";
        return send(take(csv.getBytes(StandardCharsets.UTF_8), number + ".csv"));
    }

    private Sheet send(Sheet sheet) {
        String id = sheet.id();
        acts.run(sheetService.confirm(id, "anna"));
        return sheetService.sheet(id);
    }

    /** Runs all tasks, also those that wait for another attempt, until none is left or this many have run. */
    int runOn(int runsMax) {
        int runs = 0;
        while (runs < runsMax && runNext()) {
            runs++;
        }
        return runs;
    }

    /** Runs one task, as if its wait were over; false when there is none. */
    boolean runNext() {
        database.update("UPDATE oncemore_task SET visible_at = 1");
        return tasks.manualWorker().runOne();
    }

    @Override
    public void close() {
        backend.close();
    }
}
