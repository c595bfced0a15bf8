package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code oncemore bench once}: {@code Once} next to a handwritten table, on every store. */
@Command(
        name = "once",
        description = "Once next to a handwritten table, on every store.",
        footer = {"", OnceBench.SUBJECTS, OnceBench.COLUMNS})
public final class OnceBench extends MeasuringCommand {

    /** Explains the subjects. */
    static final String SUBJECTS =
            "naive: a handwritten table, or keys. limit: the least that any implementation does on this store, one"
                    + " insert or look-up and nothing else. bare: the effect alone.";

    /** Explains the columns. */
    static final String COLUMNS =
            "compared: the median relative to that of naive or, without one, of limit, bare or canonicalizer."
                    + " better: whether higher or lower values are better. CPU: processor time of a call, that of the"
                    + " database's processes included.";

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
            description = "Measure for about five minutes instead of 40, with a tenth of the records. Good for"
                    + " factors only.")
    private boolean quick;

    private OnceBench() {}

    @Override
    protected Findings measure(PrintWriter progress) {
        OnceRun run = new OnceRun(choice.stores(), quick ? OnceEffort.QUICK : OnceEffort.FULL);
        return findings(run.measure(choice.isAll(), progress));
    }

    static Findings findings(Figures figures) {
        boolean inMemoryOnly =
                figures.all().stream().allMatch(figure -> figure.caseName().startsWith(Store.MEMORY + "-"));
        String how = (inMemoryOnly ? "In memory, nothing durable" : "Durable commits, one pool of connections")
                + "; the subjects of a case take turns; least and most are of the rounds.";
        return new Findings(List.of(how, SUBJECTS, COLUMNS), Others.REFERENCES, figures, OnceTargets.of(figures));
    }
}
