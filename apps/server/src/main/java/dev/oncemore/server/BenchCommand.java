package dev.oncemore.server;

import picocli.CommandLine.Command;

/** {@code oncemore bench}, which needs the libraries that it compares with. */
@Command(name = "bench", description = "Measure Oncemore next to its peers (in a checkout of the sources).")
final class BenchCommand extends CheckoutCommand {
    private BenchCommand() {
        super("benchmarks");
    }
}
