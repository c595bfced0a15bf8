package dev.oncemore.server.cli;

import dev.oncemore.OncemoreException;
import dev.oncemore.desk.send.DeskSettings;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** A command on a server or a store. An error is reported in one line, and by the exit code. */
abstract class TargetCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private final Target target = new Target();

    /**
     * Does it and answers the exit code.
     *
     * @throws IllegalArgumentException when the command line is wrong; the message says what is
     */
    abstract int perform(ApiClient api) throws ApiException;

    /** What a server of its own has for a desk; nothing unless a command says so. */
    @Nullable
    DeskSettings desk() {
        return null;
    }

    @Override
    public final Integer call() {
        try {
            return target.run(this::perform, System.getenv(), desk());
        } catch (ApiException e) {
            err().println(spec.qualifiedName() + ": " + e.getMessage());
            return exitCode(e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (OncemoreException e) {
            err().println(spec.qualifiedName() + ": " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    /** The exit code for a refusal. */
    int exitCode(ApiException refusal) {
        return refusal.isNotThere() ? Target.NOT_THERE : ExitCode.SOFTWARE;
    }

    final CommandSpec spec() {
        return spec;
    }

    final Target target() {
        return target;
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}
