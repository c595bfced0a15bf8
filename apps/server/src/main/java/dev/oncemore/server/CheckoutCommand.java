package dev.oncemore.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * A command that works only in a checkout of the sources, because users do not install what it needs. The launcher of a checkout
 * runs it before the server sees it; here it is listed, and explained to those who run the jar.
 */
abstract class CheckoutCommand implements Callable<Integer> {
    private final String parts;

    @Spec
    private CommandSpec spec;

    /** Options of the real command, which are not known here. */
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    /** A command for these parts, such as "benchmarks". */
    CheckoutCommand(String parts) {
        this.parts = parts;
    }

    @Override
    public Integer call() {
        String line = (spec.name() + " " + String.join(" ", arguments)).strip();
        spec.commandLine()
                .getErr()
                .println("oncemore: the " + parts
                        + " are not in this jar; in a checkout of the sources run './oncemore " + line + "'");
        return ExitCode.USAGE;
    }
}
