package dev.oncemore.server.cli;

import dev.oncemore.desk.sheet.Plural;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** The commands on a sheet that was sent. */
final class DeskSheetCommands {
    private DeskSheetCommands() {}

    /** A command on one sheet. */
    abstract static class OfSheet extends ApiCommand {
        @Parameters(paramLabel = "SHEET", description = "The sheet's id, as 'desk send --json' prints it.")
        private String sheet;

        String path() {
            return "/api/sheets/" + ApiClient.encoded(sheet);
        }
    }

    @Command(
            name = "resend",
            mixinStandardHelpOptions = true,
            description = "Resend rows: those given, or all in Error and Unknown. Nothing is created twice.")
    static final class Resend extends OfSheet {
        @Option(
                names = "--row",
                paramLabel = "N",
                split = ",",
                description = "A row as it is numbered in the file; several with commas.")
        private @Nullable List<Integer> rows;

        @Option(names = "--state", paramLabel = "STATE", description = "All rows in this state: Error or Unknown.")
        private @Nullable String state;

        @Option(
                names = "--answer",
                paramLabel = "QUESTION=ANSWER",
                description = "First answer a question that a correction raised, such as total=yes.")
        private Map<String, String> answers = new LinkedHashMap<>();

        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            if (!answers.isEmpty()) {
                api.put(path() + "/answers", answers);
            }
            Map<String, Object> body = new LinkedHashMap<>();
            if (rows != null) {
                body.put("rows", new ArrayList<>(rows));
            }
            if (state != null) {
                body.put("state", state);
            }
            return api.post(path() + "/resend", body);
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            long rows = answer.path("rows").asLong();
            out.println(Plural.of(rows, "row") + " in "
                    + Plural.of(answer.path("documents").asLong(), "document") + (rows == 1 ? " is" : " are")
                    + " sent again");
            answer.path("skipped")
                    .properties()
                    .forEach(row -> out.println("row " + row.getKey() + " is not: "
                            + row.getValue().asString("").replace("\n", "; ")));
            long more =
                    answer.path("skippedRows").asLong() - answer.path("skipped").size();
            if (more > 0) {
                out.println(more + " more " + (more == 1 ? "row is" : "rows are") + " not");
            }
        }

        @Override
        int exitCode(JsonNode answer) {
            return answer.path("rows").asInt() > 0 ? ExitCode.OK : Target.NOT_THERE;
        }
    }

    @Command(name = "pause", mixinStandardHelpOptions = true, description = "Pause a sheet.")
    static final class Pause extends OfSheet {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.post(path() + "/pause", Map.of());
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println("paused; documents under way finish");
        }
    }

    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Resume a paused sheet.")
    static final class Resume extends OfSheet {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.post(path() + "/resume", Map.of());
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println("it goes on");
        }
    }

    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description = "Withdraw what was not sent yet of a sheet.")
    static final class Cancel extends OfSheet {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.post(path() + "/cancel", Map.of());
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            long rows = answer.path("rows").asLong();
            out.println(
                    rows == 0
                            ? "nothing to withdraw: none of its rows waits"
                            : Plural.of(rows, "row") + (rows == 1 ? " is" : " are")
                                    + " withdrawn; nothing was created");
        }

        @Override
        int exitCode(JsonNode answer) {
            return answer.path("rows").asInt() > 0 ? ExitCode.OK : Target.NOT_THERE;
        }
    }

    @Command(name = "log", mixinStandardHelpOptions = true, description = "Print what happened to the rows of a sheet.")
    static final class Log extends OfSheet {
        @Option(names = "--row", paramLabel = "N", description = "Of this row only.")
        private @Nullable Integer row;

        @Option(names = "--event", paramLabel = "EVENT", description = "Only these, such as row_processed_error.")
        private @Nullable String event;

        @Option(
                names = "--text",
                paramLabel = "TEXT",
                description = "Only lines whose key, words, id or name contain this.")
        private @Nullable String text;

        @Option(
                names = "--after",
                paramLabel = "PLACE",
                description = "Continue after this place, as printed by the log.")
        private @Nullable String after;

        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            if (row != null) {
                return api.get(path() + "/rows/" + row + "/history");
            }
            Map<String, @Nullable String> query = new LinkedHashMap<>();
            query.put("event", event);
            query.put("text", text);
            query.put("limit", "1000");
            query.put("after", after);
            return api.get(path() + "/log" + ApiClient.query(query));
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            Columns columns = new Columns("when", "row", "what", "who", "key", "attempt", "http", "words");
            answer.path("lines")
                    .forEach(line -> columns.row(
                            text(line, "timestamp"),
                            text(line, "rowNumber"),
                            text(line, "event"),
                            text(line, "who"),
                            text(line, "idempotencyKey"),
                            text(line, "attempt"),
                            text(line, "httpStatus"),
                            text(line, "error") + text(line, "change")));
            columns.print(out);
            if (answer.has("next")) {
                out.println("more: --after " + text(answer, "next"));
            }
        }
    }
}
