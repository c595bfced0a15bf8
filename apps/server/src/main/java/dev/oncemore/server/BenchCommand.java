package dev.oncemore.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * {@code oncemore bench}, as far as the server knows it.
 *
 * <p>The benchmarks and the libraries they compare with are no part of what users install. The launcher of a checkout
 * therefore takes this command before the server sees it; here it is listed, and explained to whoever runs the jar.
 */
@Command(name = "bench", description = "Measure Oncemore next to its peers (in a checkout of the sources).")
final class BenchCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    /** Meant for the benchmarks, whose options are not known here. */
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        String wanted = String.join(" ", arguments);
        spec.commandLine()
                .getErr()
                .println("oncemore: the benchmarks are not in this jar; in a checkout of the sources run './oncemore "
                        + ("bench " + wanted).strip() + "'");
        return ExitCode.USAGE;
    }
}
