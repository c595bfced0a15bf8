package dev.oncemore.server.cli;

import dev.oncemore.OncemoreException;
import dev.oncemore.server.desk.DeskSettings;
import dev.oncemore.server.desk.DocumentType;
import dev.oncemore.time.Time;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code oncemore desk}: documents out of a sheet. */
@Command(
        name = "desk",
        mixinStandardHelpOptions = true,
        description = "Send the documents of a sheet, each once.",
        synopsisSubcommandLabel =
                "(send | resend | pause | resume | cancel | created | log | check | download | template | billing)",
        subcommands = {
            DeskCommand.Send.class,
            DeskSheetCommands.Resend.class,
            DeskSheetCommands.Pause.class,
            DeskSheetCommands.Resume.class,
            DeskSheetCommands.Cancel.class,
            DeskSheetCommands.Log.class,
            CreatedCommand.class,
            DeskCheckCommand.class,
            DeskDownloadCommand.class,
            DeskTemplateCommand.class,
            BillingCommand.class
        })
public final class DeskCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    private DeskCommand() {}

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "say what to do: send, resend, pause, resume, cancel, created, log, check, download, template or"
                        + " billing");
    }

    @Command(
            name = "send",
            mixinStandardHelpOptions = true,
            description =
                    "Send a workbook (.xlsx) or CSV file and wait until each of its documents is created, or is not.",
            footer = {"", "Exit codes: 0 every row is Created or Duplicate, 3 some are not; 1 it could not be sent."})
    static final class Send implements Callable<Integer> {
        private static final long PAUSE_NANOS = Duration.ofMillis(500).toNanos();
        /** After so many looks without any progress nobody waits any longer: 15 minutes, since a lock-out lasts 10. */
        private static final int LOOKS_MAX = 1_800;

        private static final int SHOWN_MAX = 50;

        @Spec
        private CommandSpec spec;

        @Mixin
        private final Target target = new Target();

        @Parameters(paramLabel = "FILE", description = "A sheet, as .xlsx or CSV.")
        private Path file;

        @Option(
                names = "--company",
                paramLabel = "NAME",
                defaultValue = "comp1",
                description = "Whose documents they are (comp1).")
        private String company;

        @Option(
                names = "--type",
                paramLabel = "TYPE",
                defaultValue = "invoice",
                description = "invoice or delivery (invoice).")
        private String type;

        @Option(
                names = "--connector",
                paramLabel = "NAME",
                description = "The accounting system they go to; the server's usual one unless given.")
        private @Nullable String connector;

        @Option(
                names = "--check-created",
                description = "Look first which documents were created before; they are not sent.")
        private boolean checksCreated;

        @Option(names = "--watch", description = "Say how far it is while it is sent.")
        private boolean watch;

        @Option(
                names = "--sandbox",
                paramLabel = "URL",
                description = "With --store: where the documents go. A running server knows that itself.")
        private @Nullable URI sandbox;

        private final Time time = Time.system();

        @Override
        public Integer call() {
            parsed(spec, type);
            PrintWriter err = spec.commandLine().getErr();
            try {
                return target.run(this::send, System.getenv(), sandbox == null ? null : DeskSettings.at(sandbox));
            } catch (ApiException | OncemoreException e) {
                err.println(spec.qualifiedName() + ": " + e.getMessage());
                return ExitCode.SOFTWARE;
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            }
        }

        private int send(ApiClient api) throws ApiException {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("company", company);
            fields.put("type", type);
            if (connector != null) {
                fields.put("connector", connector);
            }
            if (checksCreated) {
                fields.put("check_created", "true");
            }
            fields.put("confirm", "true");
            String id = ApiCommand.text(api.upload("/api/sheets", file, fields), "id");
            // Before it is done: pausing and taking back need it meanwhile.
            spec.commandLine().getErr().println("sheet " + id);
            String path = "/api/sheets/" + id;
            JsonNode sheet = settled(api, path);
            PrintWriter out = spec.commandLine().getOut();
            if (target.isJson()) {
                out.println(ApiClient.pretty(sheet));
            } else {
                out.println(sentence(sheet));
                if (sheet.path("paused").asBoolean()) {
                    out.println("it is paused; go on with: oncemore desk resume " + ApiCommand.text(sheet, "id"));
                }
                showWrong(api, path, out);
            }
            out.flush();
            int there = sheet.path("states").path("Created").asInt()
                    + sheet.path("states").path("Duplicate").asInt();
            if (there == sheet.path("rows").asInt()) {
                return ExitCode.OK;
            }
            spec.commandLine()
                    .getErr()
                    .println("the rows that are not there: oncemore desk download " + ApiCommand.text(sheet, "id")
                            + " --failed");
            return Target.NOT_THERE;
        }

        private JsonNode settled(ApiClient api, String path) throws ApiException {
            JsonNode last = api.get(path);
            int looks = 0;
            while (last.path("underWay").asInt() > 0 && !last.path("paused").asBoolean() && looks < LOOKS_MAX) {
                try {
                    time.sleep(PAUSE_NANOS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new ApiException(0, "interrupted; the server goes on with " + path);
                }
                JsonNode now = api.get(path);
                boolean isSame = now.path("states").equals(last.path("states"));
                looks = isSame ? looks + 1 : 0;
                if (watch && !isSame) {
                    String remaining = ApiCommand.text(now, "remaining");
                    spec.commandLine()
                            .getErr()
                            .println(sentence(now) + (remaining.isEmpty() ? "" : "; left: " + remaining));
                }
                last = now;
            }
            return last;
        }

        private static String sentence(JsonNode sheet) {
            StringBuilder text = new StringBuilder(ApiCommand.text(sheet, "file") + ": ");
            String gap = "";
            for (Map.Entry<String, JsonNode> state : sheet.path("states").properties()) {
                if (state.getValue().asInt() > 0) {
                    text.append(gap)
                            .append(state.getValue().asInt())
                            .append(' ')
                            .append(state.getKey());
                    gap = ", ";
                }
            }
            return text.toString();
        }

        private static void showWrong(ApiClient api, String path, PrintWriter out) throws ApiException {
            for (String state : new String[] {"Error", "Unknown"}) {
                JsonNode rows = api.get(path + "/rows?limit=" + SHOWN_MAX + "&state=" + state)
                        .path("rows");
                rows.forEach(row -> out.println("row " + row.path("row").asInt() + " " + state + ": "
                        + ApiCommand.text(row, "message").replace("\n", "; ")));
            }
        }
    }

    static DocumentType parsed(CommandSpec spec, String type) {
        try {
            return DocumentType.parse(type);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
