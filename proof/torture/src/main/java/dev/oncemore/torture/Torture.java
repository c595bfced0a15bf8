package dev.oncemore.torture;

import dev.oncemore.torture.compose.CompositionSuite;
import dev.oncemore.torture.doors.DoorsSuite;
import dev.oncemore.torture.nemesis.Nemesis;
import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Suite;
import dev.oncemore.torture.planted.PlantedSuite;
import java.io.IOException;
import java.nio.file.Files;
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
    private static final int DOORS_MINUTES = 10;
    private static final Duration HEALTH_MAX = Duration.ofMillis(100);
    private static final int NODES_DEFAULT = 3;
    private static final int NODES_MAX = 16;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            split = ",",
            description = "Kill and pause processes that use these stores: sqlite, postgres, mariadb, redis, all.")
    private @Nullable List<String> stores;

    @Option(names = "--kills", paramLabel = "N", description = "Number of processes to kill on each store.")
    private @Nullable Integer kills;

    @Option(names = "--pauses", paramLabel = "N", description = "Number of processes to pause on each store.")
    private @Nullable Integer pauses;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Number of processes that share a store (default: " + NODES_DEFAULT + ").")
    private @Nullable Integer nodes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Replay the composition of this seed, or use this schedule of kills and pauses.")
    private @Nullable Long seed;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "How long to run (default: 1, or until all kills and pauses are done).")
    private @Nullable Double minutes;

    @Option(names = "--histories", paramLabel = "N", description = "Stop after this many composition histories.")
    private @Nullable Long histories;

    @Option(names = "--planted", description = "Plant known bugs, and report which net catches each of them.")
    private boolean planted;

    @Option(
            names = "--doors",
            description =
                    "Attack a server of its own, with a small heap, as a stranger and as staff (default: 10 minutes).")
    private boolean doors;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the report to this file as JSON.")
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
     * Runs the nets that the arguments select, and exits with the code of the result.
     *
     * @param args the command line options
     */
    public static void main(String[] args) {
        System.exit(commandLine(all()).execute(args));
    }

    /** The command line; it prints to the process's streams unless set otherwise. */
    static CommandLine commandLine(List<Suite> nets) {
        return new CommandLine(new Torture(nets)).setParameterExceptionHandler(new UsageErrors());
    }

    /** All nets, in the order in which they run. */
    static List<Suite> all() {
        return List.of(
                new CompositionSuite(),
                new Nemesis("sqlite"),
                new Nemesis("postgres"),
                new Nemesis("mariadb"),
                new Nemesis("redis"),
                new PlantedSuite(),
                new DoorsSuite(HEALTH_MAX));
    }

    @Override
    public Integer call() throws Exception {
        Reports printed = new Reports(spec.commandLine().getOut());
        TerminalLine line = new TerminalLine(spec.commandLine().getErr(), printed);
        Context context = context(line);
        requireWritable();
        List<Report> reports = new ArrayList<>();
        for (Suite net : nets) {
            if (net.isWanted(context)) {
                Report report = net.run(context);
                line.clear();
                printed.print(report);
                reports.add(report);
            }
        }
        if (reports.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "these options select nothing to run; remove some of them");
        }
        if (json != null) {
            ReportFile.write(json, reports);
        }
        return reports.stream().anyMatch(report -> report.violationsCount() > 0) ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private Context context(TerminalLine line) {
        List<String> named = stores == null ? List.of() : stores.contains("all") ? STORES : List.copyOf(stores);
        for (String store : named) {
            require(
                    STORES.contains(store),
                    "unknown store '" + store + "'; use " + String.join(", ", STORES) + " or all");
        }
        require(
                minutes == null || (minutes > 0 && minutes <= MINUTES_MAX),
                "--minutes must be more than 0 and at most " + MINUTES_MAX);
        require(nodes == null || (nodes >= 1 && nodes <= NODES_MAX), "--nodes must be between 1 and " + NODES_MAX);
        require(kills == null || kills >= 0, "--kills must not be negative");
        require(pauses == null || pauses >= 0, "--pauses must not be negative");
        require(histories == null || histories > 0, "--histories must be at least 1");
        requireUsed();
        return new Context(
                named,
                kills == null ? OptionalInt.empty() : OptionalInt.of(kills),
                pauses == null ? OptionalInt.empty() : OptionalInt.of(pauses),
                nodes == null ? NODES_DEFAULT : nodes,
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                time(),
                histories == null ? OptionalLong.empty() : OptionalLong.of(histories),
                planted,
                doors,
                line);
    }

    private Duration time() {
        double most =
                minutes != null ? minutes : doors ? DOORS_MINUTES : kills != null || pauses != null ? MINUTES_MAX : 1;
        return Duration.ofMillis((long) (most * 60_000));
    }

    /** Refuses options that the selected nets would ignore. */
    private void requireUsed() {
        boolean hasNemesis = stores != null || kills != null || pauses != null;
        require(
                !planted || !(hasNemesis || seed != null || minutes != null),
                "--planted plants every bug once; it takes no --store, --kills, --pauses, --seed or --minutes");
        require(
                histories == null || !(planted || hasNemesis || seed != null),
                "--histories limits random compositions; remove it, or remove --planted, --seed, --store, --kills and"
                        + " --pauses");
        require(
                !doors || !(planted || hasNemesis || seed != null || histories != null),
                "--doors attacks a server; of the other options it takes --minutes and --json only");
        require(
                nodes == null || (hasNemesis && !planted),
                "--nodes needs a store whose processes are killed and paused; add --store, --kills or --pauses");
        require(minutes == null || seed == null || hasNemesis, "--seed replays one history; remove --minutes");
    }

    /** Checks the file before the run, because a run takes minutes. */
    private void requireWritable() {
        if (json == null) {
            return;
        }
        Path folder = json.toAbsolutePath().getParent();
        require(!Files.isDirectory(json), "--json: '" + json + "' is a folder; name a file in it");
        require(
                folder == null || Files.isDirectory(folder),
                "--json: the folder '" + folder + "' does not exist; create it first");
        try {
            ReportFile.write(json, List.of());
        } catch (IOException e) {
            throw new ParameterException(
                    spec.commandLine(), "--json: '" + json + "' cannot be written; choose another file: " + e, e);
        }
    }

    private void require(boolean condition, String problem) {
        if (!condition) {
            throw new ParameterException(spec.commandLine(), problem);
        }
    }
}
