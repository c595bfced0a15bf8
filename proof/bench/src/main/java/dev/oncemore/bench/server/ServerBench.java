package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench server}. */
@Command(name = "server", description = "A server with a large store and little memory.")
public final class ServerBench extends MeasuringCommand {
    private static final List<String> NOTES = List.of(
            "Pages: a server on SQLite with a heap of 128 MB, over loopback; the client has the same processors.",
            "keyed-posts: POST /api/tasks with a key on a fresh store, 64 connections; no-op is a request that does nothing. The"
                    + " client is wrk with one thread where it is installed, otherwise a small one of our own. CPU is the"
                    + " server's own.");

    @Option(names = "--quick", description = "Measure with a tenth of the rows, in two minutes instead of five.")
    private boolean quick;

    private ServerBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        return findings(new ServerRun(quick ? ServerEffort.QUICK : ServerEffort.FULL).measure(progress));
    }

    static Findings findings(Figures figures) {
        return new Findings(NOTES, List.of(ServerRun.NOTHING), figures, ServerTargets.of(figures));
    }
}
