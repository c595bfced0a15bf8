package dev.oncemore.server.cli;

import dev.oncemore.OncemoreException;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.sandbox.Faults;
import dev.oncemore.sandbox.Sandbox;
import dev.oncemore.sandbox.SandboxSettings;
import dev.oncemore.server.serve.FirstPassword;
import dev.oncemore.server.serve.Running;
import dev.oncemore.server.serve.ServerSettings;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code oncemore demo}: a sheet of invoices, sent twice to an API that fails a lot, and each invoice is there once. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "See it work: send a sheet of invoices, twice, to an API that fails a lot.",
        footer = {"", "Exit codes: 0 each invoice was created once, 1 one was not."})
public final class DemoCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final Duration HANG = Duration.ofSeconds(2);

    @Spec
    private CommandSpec spec;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080", description = "The console's port (8080).")
    private int port;

    @Option(names = "--rows", paramLabel = "N", defaultValue = "200", description = "How many invoices (200).")
    private int rows;

    @Option(
            names = "--faults",
            paramLabel = "FAULTS",
            defaultValue = "429=4%,500=5%,503=5%,cut-before=5%,cut-after=8%,500-after=3%",
            description =
                    "What fails in the API, as for 'oncemore sandbox' (30%% in all, with connections that are cut after"
                            + " the invoice was created).")
    private String faults;

    @Option(names = "--exit", description = "End after the summary, and show no console.")
    private boolean exit;

    private final Time time = Time.system();

    private DemoCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        SandboxSettings beside = sandbox();
        RowLines.silence();
        Path folder;
        try {
            folder = Files.createTempDirectory("oncemore-demo");
        } catch (IOException e) {
            throw new OncemoreException("there is no place for temporary files: " + e.getMessage(), e);
        }
        String secret = Ids.random(Chance.unforeseeable()).next();
        Running running;
        try {
            running = Running.withSandbox(
                    new ServerSettings(
                            "127.0.0.1",
                            isFree(port) ? port : 0,
                            StoreUrl.parse("sqlite:" + folder.resolve("oncemore.db")),
                            secret,
                            false),
                    beside,
                    started -> DeskSettings.at(started.address()),
                    Map.of());
        } catch (OncemoreException e) {
            spec.commandLine().getErr().println("oncemore demo: " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
        CountDownLatch ended = new CountDownLatch(1);
        Runnable close = () -> {
            running.close();
            delete(folder);
            ended.countDown();
        };
        Thread closing = new Thread(close, "demo-close");
        Runtime.getRuntime().addShutdownHook(closing);
        boolean isOnce = show(running, folder, new ApiClient(running.server().address(), secret));
        if (exit) {
            Runtime.getRuntime().removeShutdownHook(closing);
            close.run();
        } else {
            ended.await();
        }
        return isOnce ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private SandboxSettings sandbox() {
        if (rows < DemoSheet.ROWS_MIN || rows > DemoSheet.ROWS_MAX) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the rows are " + rows + ", but must be from " + DemoSheet.ROWS_MIN + " to " + DemoSheet.ROWS_MAX);
        }
        try {
            return SandboxSettings.standard().faults(Faults.parse(faults)).hang(HANG);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private boolean show(Running running, Path folder, ApiClient api) {
        PrintWriter out = spec.commandLine().getOut();
        Sandbox sandbox = running.sandbox().orElseThrow();
        out.println(
                "sandbox accounting API with " + Math.round(Faults.parse(faults).total() * 100) + " % faults on "
                        + sandbox.address() + ", server on " + running.server().address());
        try {
            Path file = Files.writeString(folder.resolve("invoices.csv"), DemoSheet.csv(rows));
            JsonNode first = send(api, file, "sending invoices.csv   ");
            JsonNode second = send(api, file, "the same sheet again   ");
            return summary(running, folder, first, second);
        } catch (ApiException | IOException e) {
            spec.commandLine().getErr().println("oncemore demo: " + e.getMessage());
            return false;
        }
    }

    private JsonNode send(ApiClient api, Path file, String title) throws ApiException {
        ProgressLine progress = new ProgressLine(spec.commandLine().getOut(), Ansi.AUTO.enabled(), time, title);
        Map<String, String> fields = Map.of("company", "demo", "type", "invoice", "confirm", "true");
        String path = "/api/sheets/" + ApiCommand.text(api.upload("/api/sheets", file, fields), "id");
        JsonNode sheet = new SheetWatch(api, time, LOOK).untilSettled(path, progress::show);
        progress.end();
        return sheet;
    }

    private boolean summary(Running running, Path folder, JsonNode first, JsonNode second) {
        Sandbox sandbox = running.sandbox().orElseThrow();
        PrintWriter out = spec.commandLine().getOut();
        Map<String, Object> created = sandbox.created();
        List<?> duplicates = (List<?>) created.getOrDefault("duplicates", List.of());
        out.println("the API saw " + created.get("requests") + " requests, cut " + sandbox.cutAfterCommitting()
                + " connections after it had created the invoice, and holds " + created.get("invoice")
                + " invoices. Duplicates: " + duplicates.size() + ".");
        int errors = first.path("states").path("Error").asInt();
        if (exit) {
            out.println(errors + " rows need a person; without --exit the console stays open, and shows them");
        } else {
            out.println(errors + " rows need a person: " + running.server().address() + "/desk/sheets/"
                    + ApiCommand.text(first, "id") + "?state=Error");
            running.server().firstPassword().ifPresent(password -> FirstPassword.tell(out, password, folder));
            out.println("Ctrl-C ends the demo and deletes what it kept");
        }
        out.flush();
        int fine = rows - DemoSheet.slips();
        return duplicates.isEmpty()
                && Long.valueOf(fine).equals(created.get("invoice"))
                && second.path("states").path("Duplicate").asInt() == fine;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // It is a folder for temporary files, which are cleaned up by the system.
        }
    }
}
