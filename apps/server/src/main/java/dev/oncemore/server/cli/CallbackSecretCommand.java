package dev.oncemore.server.cli;

import dev.oncemore.http.webhook.WebhookSecret;
import dev.oncemore.time.Chance;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code oncemore callback-secret}. */
@Command(
        name = "callback-secret",
        mixinStandardHelpOptions = true,
        description = "Print a new secret that signs callbacks. It is shown once and kept nowhere.",
        footer = {
            "",
            "Start the server with it in ONCEMORE_CALLBACK_SECRET, and give it to the receivers. To replace it, set the new",
            "and the old one with a comma between them until every receiver has the new one."
        })
public final class CallbackSecretCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    private CallbackSecretCommand() {}

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .println(WebhookSecret.random(Chance.unforeseeable()).reveal());
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
