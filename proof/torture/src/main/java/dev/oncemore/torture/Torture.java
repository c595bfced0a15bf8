package dev.oncemore.torture;

import dev.oncemore.torture.compose.CompositionSuite;
import dev.oncemore.torture.nemesis.Nemesis;
import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Suite;
import dev.oncemore.torture.planted.PlantedSuite;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code oncemore torture} command: injects faults and checks Oncemore's promises against what really happened. */
@Command(
        name = "oncemore torture",
        header = "Inject faults, and check Oncemore's promises against a ledger of what really happened.%n",
        optionListHeading = "%nOptions:%n",
        footer = "%nExit code: 0 if every promise was kept, 1 if one was broken, 2 for invalid arguments.")
public final class Torture implements Callable<Integer> {

    private static final List<String> STORES = List.of("sqlite", "postgres", "mariadb", "redis");

    private static final int MINUTES_MAX = 100_000;
    private static final int NODES_MAX = 16;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            split = ",",
            description = "Kill and pause nodes of these stores: sqlite, postgres, mariadb, redis, all.")
    private @Nullable List<String> stores;

    @Option(names = "--kills", paramLabel = "N", description = "Number of processes to kill on each store.")
    private @Nullable Integer kills;

    @Option(names = "--pauses", paramLabel = "N", description = "Number of processes to pause on each store.")
    private @Nullable Integer pauses;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "3",
            description = "Number of processes that share a store (default: ${DEFAULT-VALUE}).")
    private int nodes;

    @Option(names = "--seed", paramLabel = "N", description = "Replay the composition history of this seed.")
    private @Nullable Long seed;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "How long to run (default: 1, or until all kills and pauses are done).")
    private @Nullable Double minutes;

    @Option(names = "--histories", paramLabel = "N", description = "Stop after this many composition histories.")
    private @Nullable Long histories;

    @Option(names = "--planted", description = "Plant known bugs, and tell which net catches each of them.")
    private boolean planted;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the report to this file, as JSON.")
    private @Nullable Path json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    private final List<Suite> nets;

    private Torture(List<Suite> nets) {
        this.nets = nets;
    }

    /**
     * Runs what the arguments ask for and ends the process with its exit code.
     *
     * @param args the options
     */
    public static void main(String[] args) {
        System.exit(commandLine(all()).execute(args));
    }

    /** The command line, which prints to the process's streams unless set otherwise. */
    static CommandLine commandLine(List<Suite> nets) {
        return new CommandLine(new Torture(nets)).setParameterExceptionHandler(new UsageErrors());
    }

    /** Every net there is, in the order in which they run. */
    static List<Suite> all() {
        return List.of(
                new CompositionSuite(),
                new Nemesis("sqlite"),
                new Nemesis("postgres"),
                new Nemesis("mariadb"),
                new Nemesis("redis"),
                new PlantedSuite());
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        TerminalLine line = new TerminalLine(spec.commandLine().getErr());
        Context context = context(line);
        requireWritable();
        List<Report> reports = new ArrayList<>();
        for (Suite net : nets) {
            if (net.isWanted(context)) {
                Report report = net.run(context);
                line.clear();
                Reports.print(report, out);
                reports.add(report);
            }
        }
        if (reports.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "these options select nothing to run; leave some out, or see the help");
        }
        if (json != null) {
            ReportFile.write(json, reports);
        }
        return reports.stream().anyMatch(report -> report.violationsCount() > 0) ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private Context context(TerminalLine line) {
        List<String> named = stores == null ? List.of() : stores.contains("all") ? STORES : List.copyOf(stores);
        for (String store : named) {
            require(STORES.contains(store), "there is no store '" + store + "', only " + String.join(", ", STORES));
        }
        require(
                minutes == null || (minutes > 0 && minutes <= MINUTES_MAX),
                "--minutes must be more than 0 and at most " + MINUTES_MAX);
        require(nodes >= 1 && nodes <= NODES_MAX, "--nodes must be between 1 and " + NODES_MAX);
        require(kills == null || kills >= 0, "--kills must not be negative");
        require(pauses == null || pauses >= 0, "--pauses must not be negative");
        require(histories == null || histories > 0, "--histories must be at least 1");
        return new Context(
                named,
                kills == null ? OptionalInt.empty() : OptionalInt.of(kills),
                pauses == null ? OptionalInt.empty() : OptionalInt.of(pauses),
                nodes,
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                time(),
                histories == null ? OptionalLong.empty() : OptionalLong.of(histories),
                planted,
                line);
    }

    private Duration time() {
        double said = minutes != null ? minutes : kills != null || pauses != null ? MINUTES_MAX : 1;
        return Duration.ofMillis((long) (said * 60_000));
    }

    /** Checked before the run, which takes minutes, and not after it. */
    private void requireWritable() {
        try {
            if (json != null) {
                ReportFile.write(json, List.of());
            }
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--json: '" + json + "' cannot be written: " + e, e);
        }
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), problem);
        }
    }
}
