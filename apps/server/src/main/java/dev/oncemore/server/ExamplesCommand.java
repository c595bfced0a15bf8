package dev.oncemore.server;

import picocli.CommandLine.Command;

/** {@code oncemore examples}, which need real databases and a network that fails on request. */
@Command(
        name = "examples",
        description = "Small programs to copy from: accident and cure (in a checkout of the sources).")
final class ExamplesCommand extends CheckoutCommand {
    private ExamplesCommand() {
        super("examples");
    }
}
