package dev.oncemore.examples.pipeline;

import dev.oncemore.By;
import dev.oncemore.examples.run.ChildProcess;
import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.run.Tally;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.Workers;
import dev.oncemore.task.batch.BatchProgress;
import dev.oncemore.task.batch.BatchRun;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.testkit.race.Together;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A file of 1,000 lines, one of them broken, and a table of 250 accounts. The process is killed in the middle. */
public final class PipelineExample implements Example {
    private static final int LINES = 1_000;
    private static final int ACCOUNTS = 250;
    private static final int BROKEN = 300;
    private static final int DEADLY = 550;

    /** Runs the example. */
    public static void main(String[] args) {
        Example.main(new PipelineExample());
    }

    @Override
    public String name() {
        return "pipeline";
    }

    @Override
    public String summary() {
        return "a batch from CSV and from a table into PostgreSQL: checkpoints, dead letters, restart";
    }

    @Override
    public Tally wanted() {
        return Tally.of(LINES, "bookings for 1000 lines").and(ACCOUNTS, "payments of interest to 250 accounts");
    }

    @Override
    public Tally accident(Consumer<String> out) throws Exception {
        try (FreshDatabase postgres = PostgresServer.shared().freshDatabase()) {
            Database database = open(postgres.pooled(2));
            List<String> lines = lines();
            loadNaively(database, lines.subList(0, BROKEN)); // line 301 is broken
            out.accept("Line 301 is broken: the load stops, and 300 lines are committed.");
            lines.set(BROKEN, "account-0;100");
            loadNaively(database, lines.subList(0, DEADLY));
            out.accept("The line is corrected, the load starts from the beginning, and the process is killed.");
            loadNaively(database, lines);
            out.accept("It starts from the beginning again.");
            for (int stopped : new int[] {ACCOUNTS / 2, ACCOUNTS}) {
                database.update("INSERT INTO interest SELECT id FROM account WHERE id <= ?", stopped);
            }
            out.accept("The payment of interest is killed after 125 accounts, and starts again, too.");
            return count(database);
        }
    }

    /** Commits each chunk, as batches do. */
    private static void loadNaively(Database database, List<String> lines) {
        for (int from = 0; from + Pipeline.CHUNK <= lines.size(); from += Pipeline.CHUNK) {
            List<List<Object>> rows = lines.subList(from, from + Pipeline.CHUNK).stream()
                    .map(line -> line.split(";", -1))
                    .map(fields -> List.<Object>of(fields[0], Long.parseLong(fields[1])))
                    .toList();
            database.insertNew("booking (account, cents)", rows);
        }
    }

    @Override
    public Tally cure(Consumer<String> out) throws Exception {
        Path file = Files.createTempFile("oncemore-bookings", ".csv");
        try (FreshDatabase postgres = PostgresServer.shared().freshDatabase()) {
            Files.write(file, lines());
            DataSource dataSource = postgres.pooled(10);
            JdbcStores.of(dataSource).schema().apply();
            Database database = open(dataSource);
            Process node = ChildProcess.start(PipelineNode.class, postgres, file.toString(), lines().get(DEADLY));
            node.waitFor();
            out.accept(
                    "The process is killed at line 551. Committed: five chunks, " + bookings(database) + " bookings.");

            Pipeline pipeline = new Pipeline(dataSource, file, "");
            try (Workers workers = pipeline.tasks.start()) {
                BatchRun run = pipeline.bookings.start("2026-01"); // the same run: it continues
                awaitEnd(run);
                out.accept("A new process continues with line 501: " + bookings(database)
                        + " bookings, and line 301 is a dead letter.");
                correct(pipeline.tasks.deadLetters());
                Together.await("the corrected line", () -> bookings(database) == LINES && workers.held() == 0);
                out.accept("A person corrects the line and redrives it.");
                BatchRun paid = pipeline.interest.start("2026-01");
                awaitEnd(paid);
                awaitEnd(pipeline.interest.start("2026-01"));
                out.accept("Interest is started twice for this month: the second start returns the first run.");
            }
            return count(database);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static void correct(DeadLetters deadLetters) {
        // snippet: correct
        DeadLetter letter = deadLetters
                .page(DeadLetters.Filter.all(), DeadLetters.Order.OLDEST_FIRST, null, 1)
                .get(0);
        By maria = By.person("maria", "the separator was missing");
        DeadLetters.Edit edit = new DeadLetters.Edit(letter.task().id(), letter.fence(), Bytes.ofText("account-0;100"));
        deadLetters.edit(List.of(edit), maria);
        deadLetters.redrive(List.of(letter.task().id()), maria);
        // end
    }

    private static void awaitEnd(BatchRun run) {
        Together.await(
                "the end of " + run,
                () -> run.progress()
                        .filter(progress -> progress.state() == BatchProgress.State.FINISHED)
                        .isPresent());
    }

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < LINES; i++) {
            lines.add(i == BROKEN ? "account-0 100" : "account-" + i % ACCOUNTS + ";" + (100 + i));
        }
        return lines;
    }

    private static Database open(DataSource dataSource) {
        Database database = Database.of(dataSource);
        database.update("CREATE TABLE booking (account TEXT, cents BIGINT)");
        database.update("CREATE TABLE account (id INT PRIMARY KEY)");
        database.update("INSERT INTO account SELECT generate_series(1, ?)", ACCOUNTS);
        database.update("CREATE TABLE interest (account TEXT)");
        return database;
    }

    private static long bookings(Database database) {
        return count(database, "booking");
    }

    private static Tally count(Database database) {
        return Tally.of(bookings(database), "bookings for 1000 lines")
                .and(count(database, "interest"), "payments of interest to 250 accounts");
    }

    private static long count(Database database, String table) {
        return database.first("SELECT count(*) AS n FROM " + table, row -> row.getLong("n"))
                .orElseThrow();
    }
}
