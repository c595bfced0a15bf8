package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringCommand;
import dev.oncemore.bench.measure.RoundsReport;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench once}: {@code Once} next to a table by hand, on every store. */
@Command(
        name = "once",
        description = "Once next to a table by hand, on every store.",
        footer = {"", OnceBench.SUBJECTS, OnceBench.COLUMNS})
public final class OnceBench extends MeasuringCommand {

    /** Who is measured. */
    static final String SUBJECTS =
            "naive: a table, or keys, as written by hand. limit: the least that anybody has to do"
                    + " on this store, one insert or look-up and nothing else. bare: the effect alone.";

    /** What is told of them. */
    static final String COLUMNS =
            "compared: the median as a multiple of that of naive; where there is none, of limit, bare"
                    + " or canonicalizer. better: whether more of it is better, or less.";

    @Option(
            names = "--store",
            paramLabel = "STORE",
            converter = StoreChoice.Converter.class,
            defaultValue = StoreChoice.ALL,
            description = "Where to measure: postgres, sqlite, mariadb, redis, memory, or all of them (the default),"
                    + " and then fingerprints, too.")
    private StoreChoice choice;

    @Option(
            names = "--quick",
            description =
                    "Measure for about four minutes instead of half an hour, with a tenth of the records. Good for"
                            + " factors only.")
    private boolean quick;

    private OnceBench() {}

    @Override
    protected Findings measure(Machine machine, PrintWriter progress) {
        OnceRun run = new OnceRun(choice.stores(), quick ? OnceEffort.QUICK : OnceEffort.FULL);
        Figures figures = run.measure(choice.isAll(), progress);
        return new Findings(figures, report(machine, figures).lines());
    }

    static RoundsReport report(Machine machine, Figures figures) {
        boolean inMemoryOnly =
                figures.all().stream().allMatch(figure -> figure.caseName().startsWith(Store.MEMORY + "-"));
        String how = (inMemoryOnly ? "In memory, nothing durable" : "Durable commits, one pool of connections")
                + "; the subjects of a case take turns; least and most are of the rounds.";
        return new RoundsReport(
                machine, List.of(how, SUBJECTS, COLUMNS), Others.REFERENCES, figures, OnceTargets.of(figures));
    }
}
