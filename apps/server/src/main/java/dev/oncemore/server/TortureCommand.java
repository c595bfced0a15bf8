package dev.oncemore.server;

import picocli.CommandLine.Command;

/** {@code oncemore torture}, which needs the servers that it attacks. */
@Command(name = "torture", description = "Attack Oncemore and check its promises (in a checkout of the sources).")
final class TortureCommand extends CheckoutCommand {
    private TortureCommand() {
        super("attacks");
    }
}
