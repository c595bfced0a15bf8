package dev.oncemore.bench.http;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench http}: the retrying HTTP client next to the JDK's own. */
@Command(name = "http", description = "The retrying HTTP client next to the JDK's own, without failures.")
public final class HttpBench extends MeasuringCommand {
    @Option(names = "--quick", description = "Measure for one minute instead of six.")
    private boolean quick;

    private HttpBench() {}

    @Override
    protected Findings measure(Machine machine, PrintWriter progress) {
        Figures figures = new HttpRun(quick ? HttpEffort.QUICK : HttpEffort.FULL).measure(progress);
        return new Findings(figures, new HttpReport(machine, figures).lines());
    }
}
