package dev.oncemore.server.cli;

import java.io.PrintWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code oncemore dead}: tasks that were given up. */
@Command(
        name = "dead",
        mixinStandardHelpOptions = true,
        description = "List, show, redrive and discard dead letters.",
        synopsisSubcommandLabel = "(list | show | redrive | discard | restore)",
        subcommands = {
            DeadCommand.ListLetters.class,
            DeadCommand.Show.class,
            DeadCommand.Redrive.class,
            DeadCommand.Discard.class,
            DeadCommand.Restore.class
        })
public final class DeadCommand extends CommandGroup {
    private DeadCommand() {}

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List dead letters, the latest first.")
    static final class ListLetters extends ApiCommand {
        @Option(names = "--queue", paramLabel = "NAME", description = "Of this queue only.")
        private @Nullable String queue;

        @Option(names = "--kind", paramLabel = "NAME", description = "Of this kind only.")
        private @Nullable String kind;

        @Option(names = "--discarded", description = "Discarded letters instead.")
        private boolean discarded;

        @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "How many (50, up to 500).")
        private int limit;

        @Option(
                names = "--after",
                paramLabel = "PLACE",
                description = "Continue after this place, as printed by the list.")
        private @Nullable String after;

        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            Map<String, @Nullable String> parameters = new LinkedHashMap<>();
            parameters.put("queue", queue);
            parameters.put("kind", kind);
            parameters.put("discarded", discarded ? "true" : null);
            parameters.put("limit", Integer.toString(limit));
            parameters.put("after", after);
            return api.get("/api/dead" + ApiClient.query(parameters));
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            if (answer.path("letters").isEmpty()) {
                out.println(discarded ? "nothing is discarded" : "nothing is dead");
                return;
            }
            Columns columns = new Columns("when", "queue", "kind", "attempts", "id", "why");
            answer.path("letters")
                    .forEach(letter -> columns.row(
                            text(letter, "diedAt"),
                            text(letter, "queue"),
                            text(letter, "kind"),
                            text(letter, "attempts"),
                            text(letter, "id"),
                            text(letter, "reason")));
            columns.print(out);
            if (answer.has("next")) {
                out.println("more: --after " + text(answer, "next"));
            }
        }
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show a letter with its payload and history.")
    static final class Show extends ApiCommand {
        @Parameters(paramLabel = "ID")
        private String id;

        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.get("/api/dead/" + ApiClient.encoded(id));
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println(text(answer, "kind") + " in queue " + text(answer, "queue") + ": " + text(answer, "reason"));
            out.println("died " + text(answer, "diedAt") + " after " + text(answer, "attempts") + " attempts");
            out.println("payload: " + answer.path("payload").asString("(bytes) " + text(answer, "payloadBase64")));
            showLog(answer.path("log"), out);
        }
    }

    @Command(name = "discard", mixinStandardHelpOptions = true, description = "Discard a letter; it can be restored.")
    static final class Discard extends ActCommand {
        @Parameters(paramLabel = "ID")
        private String id;

        @Override
        String path() {
            return "/api/dead/" + ApiClient.encoded(id) + "/discard";
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println("discarded " + text(answer, "id"));
        }
    }

    @Command(name = "restore", mixinStandardHelpOptions = true, description = "Restore a discarded letter.")
    static final class Restore extends ActCommand {
        @Parameters(paramLabel = "ID")
        private String id;

        @Override
        String path() {
            return "/api/dead/" + ApiClient.encoded(id) + "/restore";
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            out.println("restored " + text(answer, "id"));
        }
    }

    @Command(
            name = "redrive",
            mixinStandardHelpOptions = true,
            description = "Redrive a letter, or all that match; nothing is done twice.")
    static final class Redrive extends ApiCommand {
        @Parameters(paramLabel = "ID", arity = "0..1", description = "Which one; leave it out with --all.")
        private @Nullable String id;

        @Option(names = "--all", description = "All that match --queue, --kind and --signature.")
        private boolean all;

        @Option(names = "--queue", paramLabel = "NAME", description = "Of this queue only.")
        private @Nullable String queue;

        @Option(names = "--kind", paramLabel = "NAME", description = "Of this kind only.")
        private @Nullable String kind;

        @Option(names = "--signature", paramLabel = "CAUSE", description = "Of this cause only.")
        private @Nullable String signature;

        @Option(names = "--rate", paramLabel = "N", defaultValue = "50", description = "Rate per second (50).")
        private int rate;

        @Option(names = "--dry-run", description = "Only count.")
        private boolean dryRun;

        @Option(names = "--why", paramLabel = "REASON", description = "For the audit trail.")
        private @Nullable String why;

        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            if (all == (id != null)) {
                throw new IllegalArgumentException("name one ID, or use --all");
            }
            if (id != null && (dryRun || queue != null || kind != null || signature != null)) {
                throw new IllegalArgumentException("--dry-run, --queue, --kind and --signature go with --all");
            }
            if (why == null && !dryRun) {
                throw new IllegalArgumentException("--why is missing; it goes into the audit trail");
            }
            Map<String, Object> body = new HashMap<>();
            body.put("why", why == null ? "" : why);
            if (id != null) {
                return api.post("/api/dead/" + ApiClient.encoded(id) + "/redrive", body);
            }
            putIfGiven(body, "queue", queue);
            putIfGiven(body, "kind", kind);
            putIfGiven(body, "signature", signature);
            body.put("perSecond", rate);
            body.put("dryRun", dryRun);
            return api.post("/api/dead/redrive", body);
        }

        private static void putIfGiven(Map<String, Object> body, String name, @Nullable String value) {
            if (value != null && value.isBlank()) {
                throw new IllegalArgumentException("--" + name + " is empty; leave it out for any");
            }
            if (value != null) {
                body.put(name, value);
            }
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            if (id != null) {
                out.println("redriven " + text(answer, "id") + "; it is " + text(answer, "state"));
            } else if (dryRun) {
                String atLeast = answer.path("alreadyDoneIsAtLeast").asBoolean() ? "at least " : "";
                out.println(text(answer, "count") + " would be redriven"
                        + (answer.path("alreadyDone").asInt() > 0
                                ? ", of which " + atLeast + text(answer, "alreadyDone")
                                        + " are done already and skipped"
                                : ""));
            } else {
                out.println("redriving " + text(answer, "count") + "; see: oncemore tasks " + text(answer, "task"));
            }
        }
    }
}
