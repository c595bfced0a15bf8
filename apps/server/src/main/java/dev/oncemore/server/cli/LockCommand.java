package dev.oncemore.server.cli;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.HeldLock;
import dev.oncemore.once.LockHolder;
import dev.oncemore.once.Locks;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.time.Durations;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oncemore lock NAME -- COMMAND}: a cron job that stays cron, and never runs twice at a time. */
@Command(
        name = "lock",
        mixinStandardHelpOptions = true,
        customSynopsis = "oncemore lock NAME --store URL [--lease SPAN] [--at-least SPAN] [--who NAME] -- COMMAND...",
        description = "Run a command unless another process runs one under the same name.",
        footer = {
            "",
            "The exit code is the command's. If another process holds the lock, that is said and the exit code is 0. The"
                    + " command finds the lock's name and fence in ONCEMORE_LOCK and ONCEMORE_FENCE."
        })
public final class LockCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "The lock, such as nightly-report.")
    private String name;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "What to run, after --.")
    private List<String> command;

    @Option(
            names = "--store",
            paramLabel = "URL",
            required = true,
            defaultValue = "${env:ONCEMORE_STORE}",
            description = "The store that all machines share: sqlite:PATH on one machine, jdbc:postgresql://… or"
                    + " jdbc:mariadb://… (ONCEMORE_STORE in the environment).")
    private String store;

    @Option(
            names = "--lease",
            paramLabel = "SPAN",
            defaultValue = "30s",
            description = "How long the lock outlives this process if it is killed; 1s to 1d (${DEFAULT-VALUE}).")
    private String lease;

    @Option(
            names = "--at-least",
            paramLabel = "SPAN",
            defaultValue = "0s",
            description = "Hold the lock at least that long, though the command ends earlier, because the clocks of"
                    + " machines differ; up to 1d (${DEFAULT-VALUE}).")
    private String atLeast;

    @Option(
            names = "--who",
            paramLabel = "NAME",
            description = "The holder that others are told; the host and process id.")
    private @Nullable String who;

    private LockCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        requireDelimiter();
        StoreUrl url;
        OnceSettings settings;
        try {
            url = StoreUrl.parse(store);
            requireFolder(url);
            settings = OnceSettings.standard().lease(Durations.parse(lease)).who(who == null ? hostAndProcess() : who);
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
        try (Backend backend = Backend.open(url, System.getenv())) {
            return run(Locks.on(backend.records(), settings));
        } catch (OncemoreException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    /** Without it, the command's own options would be taken for ours, and a forgotten name for the command. */
    private void requireDelimiter() {
        List<String> given = spec.commandLine().getParseResult().originalArgs();
        int delimiter = given.indexOf("--");
        if (delimiter < 0 || !given.subList(delimiter + 1, given.size()).equals(command)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "write the lock's name, then -- and the command: oncemore lock nightly --store URL -- report.sh --all");
        }
    }

    /** A mistyped path would otherwise be a lock of its own, which excludes nobody. */
    private static void requireFolder(StoreUrl url) {
        Path folder = url.file() == null ? null : url.file().toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "the folder " + folder + " does not exist; make it, or correct the path in --store");
        }
    }

    private int run(Locks locks) throws InterruptedException {
        Optional<HeldLock> acquired;
        try {
            acquired = locks.holdAtLeast(Durations.parse(atLeast)).tryAcquire(name);
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
        if (acquired.isEmpty()) {
            spec.commandLine().getOut().println("already running: " + name + describe(locks.holder(name)));
            return ExitCode.OK;
        }
        return new LockedProcess(command, spec.commandLine().getErr()).run(acquired.get());
    }

    /** Nothing if it has ended in the meantime. */
    private static String describe(Optional<LockHolder> holder) {
        return holder.map(found -> ", since " + found.since() + ", by " + found.who())
                .orElse("");
    }

    private ParameterException wrong(IllegalArgumentException e) {
        return new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }

    private static String hostAndProcess() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "localhost";
        }
        return host + " (process " + ProcessHandle.current().pid() + ")";
    }
}
