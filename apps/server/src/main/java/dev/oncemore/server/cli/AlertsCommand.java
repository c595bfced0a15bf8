package dev.oncemore.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code oncemore alerts}: where alerts go, and a test of it. */
@Command(
        name = "alerts",
        mixinStandardHelpOptions = true,
        description = "List the alerts that a server sent last, or send a test.",
        synopsisSubcommandLabel = "(list | test)",
        subcommands = {AlertsCommand.ListAlerts.class, AlertsCommand.Test.class})
public final class AlertsCommand extends CommandGroup {
    private AlertsCommand() {}

    @Command(name = "list", mixinStandardHelpOptions = true, description = "List the channels, and what was sent last.")
    static final class ListAlerts extends ApiCommand {
        @Override
        JsonNode ask(ApiClient api) throws ApiException {
            return api.get("/api/alerts");
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            if (answer.path("channels").isEmpty()) {
                out.println("no channel is set: no alerts are sent");
            }
            answer.path("channels").forEach(channel -> out.println("alerts go to " + channel.asString()));
            Columns columns = new Columns("sent", "severity", "alert", "summary");
            answer.path("latest")
                    .forEach(sent -> columns.row(
                            text(sent, "at"), text(sent, "severity"), text(sent, "name"), text(sent, "summary")));
            columns.print(out);
        }
    }

    @Command(name = "test", mixinStandardHelpOptions = true, description = "Send a test alert to each channel.")
    static final class Test extends ActCommand {
        @Override
        String path() {
            return "/api/alerts/test";
        }

        @Override
        void show(JsonNode answer, PrintWriter out) {
            answer.path("tasks").forEach(task -> out.println("sent as task " + task.asString()));
        }
    }
}
