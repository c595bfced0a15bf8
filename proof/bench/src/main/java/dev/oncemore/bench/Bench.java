package dev.oncemore.bench;

import dev.oncemore.bench.desk.DeskBench;
import dev.oncemore.bench.http.HttpBench;
import dev.oncemore.bench.lab.LabBench;
import dev.oncemore.bench.once.OnceBench;
import dev.oncemore.bench.report.ReportBench;
import dev.oncemore.bench.retry.RetryBench;
import dev.oncemore.bench.saga.SagaBench;
import dev.oncemore.bench.server.ServerBench;
import dev.oncemore.bench.spring.SpringBench;
import dev.oncemore.bench.task.TaskBench;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The {@code oncemore bench} command: measures Oncemore next to its peers, in the same run on the same machine. */
@Command(
        name = "oncemore bench",
        header = "Measure Oncemore next to its peers.%n",
        synopsisSubcommandLabel = "BENCH",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nBenches:%n",
        footer = "%nMore on one of them: oncemore bench BENCH --help",
        subcommands = {
            RetryBench.class,
            OnceBench.class,
            TaskBench.class,
            SagaBench.class,
            HttpBench.class,
            ServerBench.class,
            DeskBench.class,
            LabBench.class,
            SpringBench.class,
            ReportBench.class
        })
public final class Bench implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    private Bench() {}

    /**
     * Runs one bench and exits with its code.
     *
     * @param args the bench and its arguments
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command line; it prints to the process's streams unless set otherwise. */
    static CommandLine commandLine() {
        return new CommandLine(new Bench())
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionExceptionHandler(new RunErrors());
    }

    /** Prints the help as an error, because no bench was named. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }
}
