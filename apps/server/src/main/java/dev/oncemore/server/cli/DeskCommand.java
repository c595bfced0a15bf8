package dev.oncemore.server.cli;

import dev.oncemore.desk.document.DocumentType;
import dev.oncemore.desk.send.DeskSettings;
import dev.oncemore.time.Time;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
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
public final class DeskCommand extends CommandGroup {
    private DeskCommand() {}

    @Command(
            name = "send",
            mixinStandardHelpOptions = true,
            description =
                    "Send a workbook (.xlsx) or CSV file and wait until each of its documents is created, or is not.",
            footer = {"", "Exit codes: 0 every row is Created or Duplicate, 3 some are not; 1 it could not be sent."})
    static final class Send extends TargetCommand {
        private static final Duration PAUSE = Duration.ofMillis(500);
        private static final int SHOWN_MAX = 50;

        @Parameters(paramLabel = "FILE", description = "A sheet, as .xlsx or CSV.")
        private Path file;

        @Option(
                names = "--company",
                paramLabel = "NAME",
                defaultValue = "comp1",
                description = "Whose documents they are (comp1).")
        private String company;

        @Option(names = "--new-company", description = "The company is new; without this only known ones are accepted.")
        private boolean isNewCompany;

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

        @Option(names = "--check-created", description = "Find documents that were created before; they are not sent.")
        private boolean checksCreated;

        @Option(
                names = "--callback",
                paramLabel = "URL",
                description = "Gets a signed webhook when the sheet has settled.")
        private @Nullable String callback;

        @Option(
                names = "--answer",
                paramLabel = "QUESTION=ANSWER",
                description = "Answer a question about the sheet, such as tax=percent; desk check lists them.")
        private Map<String, String> answers = new LinkedHashMap<>();

        @Option(names = "--watch", description = "Show the progress, on the standard error.")
        private boolean watch;

        @Mixin
        private final ReadFlags read = new ReadFlags();

        @Option(
                names = "--sandbox",
                paramLabel = "URL",
                description = "With --store: where the documents go. A running server knows that itself.")
        private @Nullable URI sandbox;

        @Override
        @Nullable
        DeskSettings desk() {
            DocumentType.parse(type);
            if (target().isStore() && sandbox == null) {
                throw new IllegalArgumentException(
                        "--store needs --sandbox URL, where the documents go; or use --server");
            }
            target().newStore()
                    .ifPresent(url -> err().println("the store " + url
                            + " is new: what was sent before, from another, is not known there"));
            return sandbox == null ? null : DeskSettings.at(sandbox);
        }

        /** Always an error: if the sheet was refused, nothing was sent. */
        @Override
        int exitCode(ApiException refusal) {
            return ExitCode.SOFTWARE;
        }

        @Override
        int perform(ApiClient api) throws ApiException {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("company", company);
            fields.put("type", type);
            if (isNewCompany) {
                fields.put("new_company", "true");
            }
            if (connector != null) {
                fields.put("connector", connector);
            }
            if (callback != null) {
                fields.put("callback", callback);
            }
            if (checksCreated) {
                fields.put("check_created", "true");
            }
            fields.putAll(read.fields());
            if (!answers.isEmpty()) {
                StringJoiner given = new StringJoiner(" ");
                answers.forEach((code, answer) -> given.add(code + "=" + answer));
                fields.put("answers", given.toString());
            }
            fields.put("confirm", "true");
            String id = text(api.upload("/api/sheets", file, fields), "id");
            // Before it is done: pausing and taking back need it meanwhile.
            err().println("sheet " + id);
            String path = "/api/sheets/" + id;
            JsonNode sheet = watched(api, path);
            PrintWriter out = out();
            if (target().isJson()) {
                out.println(ApiClient.pretty(sheet));
            } else {
                out.println(sentence(sheet));
                if (sheet.path("paused").asBoolean()) {
                    out.println(
                            target().isStore()
                                    ? "it is paused; send the file again to continue, nothing is created twice"
                                    : "it is paused; continue with: oncemore desk resume " + id + target().words());
                }
                showWrong(api, path, out);
            }
            out.flush();
            int there = sheet.path("states").path("Created").asInt()
                    + sheet.path("states").path("Duplicate").asInt();
            if (there == sheet.path("rows").asInt()) {
                return ExitCode.OK;
            }
            err().println("the rows that were not created: oncemore desk download " + id + " --failed"
                    + target().words());
            return Target.NOT_THERE;
        }

        private JsonNode watched(ApiClient api, String path) throws ApiException {
            SheetWatch sheets = new SheetWatch(api, Time.system(), PAUSE);
            if (!watch) {
                return sheets.untilSettled(path, looked -> {});
            }
            ProgressLine progress =
                    new ProgressLine(err(), Ansi.AUTO.enabled(), Time.system(), "sending " + file.getFileName());
            JsonNode sheet = sheets.untilSettled(path, progress::show);
            progress.end();
            return sheet;
        }

        private static String sentence(JsonNode sheet) {
            StringBuilder text = new StringBuilder(text(sheet, "file") + ": ");
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
                        + text(row, "message").replace("\n", "; ")));
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
