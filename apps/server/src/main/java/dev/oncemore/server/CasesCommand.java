package dev.oncemore.server;

import picocli.CommandLine.Command;

/** {@code oncemore cases}, which needs a network that fails on request. */
@Command(name = "cases", description = "Learn retries and idempotency by running them (in a checkout of the sources).")
final class CasesCommand extends CheckoutCommand {
    private CasesCommand() {
        super("cases");
    }
}
