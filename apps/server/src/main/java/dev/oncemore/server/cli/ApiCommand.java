package dev.oncemore.server.cli;

import java.io.PrintWriter;
import picocli.CommandLine.ExitCode;
import tools.jackson.databind.JsonNode;

/** A command that asks the API and prints what it says. */
abstract class ApiCommand extends TargetCommand {
    /** What to ask. */
    abstract JsonNode ask(ApiClient api) throws ApiException;

    /** How to show the answer to a person. */
    abstract void show(JsonNode answer, PrintWriter out);

    /** The exit code for this answer. */
    int exitCode(JsonNode answer) {
        return ExitCode.OK;
    }

    @Override
    final int perform(ApiClient api) throws ApiException {
        JsonNode answer = ask(api);
        if (target().isJson()) {
            out().println(ApiClient.pretty(answer));
        } else {
            show(answer, out());
        }
        out().flush();
        return exitCode(answer);
    }

    /** A history, for people. */
    static void showLog(JsonNode log, PrintWriter out) {
        Columns columns = new Columns("when", "what", "attempt", "who", "why");
        log.forEach(line -> columns.row(
                text(line, "at"), text(line, "event"), text(line, "attempt"), text(line, "who"), text(line, "words")));
        columns.print(out);
    }
}
