package dev.oncemore.server.cli;

import dev.oncemore.OncemoreException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** A command that asks the API and prints what it says. */
abstract class ApiCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final Target target = new Target();

    /** What to ask. */
    abstract JsonNode ask(ApiClient api) throws ApiException;

    /** How to show the answer to a person. */
    abstract void show(JsonNode answer, PrintWriter out);

    @Override
    public final Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            return target.run(this::perform, System.getenv());
        } catch (ApiException e) {
            err.println(spec.qualifiedName() + ": " + e.getMessage());
            return e.isNotThere() ? Target.NOT_THERE : ExitCode.SOFTWARE;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (OncemoreException e) {
            err.println(spec.qualifiedName() + ": " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    private int perform(ApiClient api) throws ApiException {
        JsonNode answer = ask(api);
        PrintWriter out = spec.commandLine().getOut();
        if (target.isJson()) {
            out.println(ApiClient.pretty(answer));
        } else {
            show(answer, out);
        }
        out.flush();
        return ExitCode.OK;
    }

    /** A history, for people. */
    static void showLog(JsonNode log, PrintWriter out) {
        Columns columns = new Columns("when", "what", "attempt", "who", "why");
        log.forEach(line -> columns.row(
                text(line, "at"), text(line, "event"), text(line, "attempt"), text(line, "who"), text(line, "words")));
        columns.print(out);
    }

    static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}
