package dev.oncemore.examples;

import dev.oncemore.examples.billing.BillingExample;
import dev.oncemore.examples.checkout.CheckoutExample;
import dev.oncemore.examples.ids.IdsExample;
import dev.oncemore.examples.notify.NotifyExample;
import dev.oncemore.examples.payments.PaymentsExample;
import dev.oncemore.examples.pipeline.PipelineExample;
import dev.oncemore.examples.run.Example;
import dev.oncemore.examples.split.SplitExample;
import dev.oncemore.examples.wallet.WalletExample;
import dev.oncemore.examples.webhooks.WebhooksExample;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code oncemore examples} command: lists the examples, and runs one. */
@Command(
        name = "oncemore examples",
        header = "Small programs to copy from: an accident, the cure, and the count of effects.%n",
        description = "Lists the examples.",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        footer = {"", "Exit codes: 0 done, 1 the effects were not as expected, 2 it cannot be run like this."})
public final class Examples implements Runnable {
    static final List<Example> ALL = List.of(
            new PaymentsExample(),
            new WalletExample(),
            new SplitExample(),
            new BillingExample(),
            new CheckoutExample(),
            new PipelineExample(),
            new NotifyExample(),
            new WebhooksExample(),
            new IdsExample());

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    private Examples() {}

    /**
     * Runs the command and exits with its code.
     *
     * @param args its options
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command line; it prints to the process's streams unless set otherwise. */
    static CommandLine commandLine() {
        return new CommandLine(new Examples()).setParameterExceptionHandler((failure, args) -> {
            failure.getCommandLine()
                    .getErr()
                    .println("oncemore examples: " + failure.getMessage() + " (see 'oncemore examples --help')");
            return ExitCode.USAGE;
        });
    }

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        ALL.forEach(example -> out.printf("%-10s %s%n", example.name(), example.summary()));
        out.println();
        out.println("Run one:  ./oncemore examples run wallet");
        out.flush();
    }

    @Command(name = "run", description = "Runs an example: first the accident, then the cure.")
    int runExample(@Parameters(paramLabel = "NAME", description = "The name of the example.") String name) {
        for (Example example : ALL) {
            if (example.name().equals(name)) {
                return Example.run(example, spec.commandLine().getOut());
            }
        }
        throw new CommandLine.ParameterException(
                spec.subcommands().get("run"),
                "there is no example '" + name + "', but "
                        + ALL.stream().map(Example::name).collect(Collectors.joining(", ")));
    }
}
