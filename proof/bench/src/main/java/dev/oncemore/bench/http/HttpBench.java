package dev.oncemore.bench.http;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench http}: the retrying HTTP client next to the JDK's own. */
@Command(name = "http", description = "The retrying HTTP client next to the JDK's own, without failures.")
public final class HttpBench extends MeasuringCommand {
    private static final String NOTE =
            "HTTP/1.1 over loopback, server and clients in one process; the clients take turns.";

    @Option(names = "--quick", description = "Measure for about a minute instead of six.")
    private boolean quick;

    private HttpBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        return findings(new HttpRun(quick ? HttpEffort.QUICK : HttpEffort.FULL).measure(progress));
    }

    static Findings findings(Figures figures) {
        return new Findings(List.of(NOTE), List.of(HttpRun.JDK), figures, HttpTargets.of(figures));
    }
}
