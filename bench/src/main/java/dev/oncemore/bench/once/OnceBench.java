package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.JsonOption;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.RoundsReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oncemore bench once}: {@code Once} next to a table by hand, on every store. */
@Command(
        name = "once",
        description = "Once next to a table by hand, on every store.",
        footer = {"", OnceBench.SUBJECTS, OnceBench.COLUMNS})
public final class OnceBench implements Callable<Integer> {

    /** Who is measured. */
    static final String SUBJECTS =
            "naive: a table, or keys, as written by hand. limit: the least that anybody has to do"
                    + " on this store, one insert or look-up and nothing else. bare: the effect alone.";

    /** What is told of them. */
    static final String COLUMNS =
            "compared: the median as a multiple of that of naive; where there is none, of limit, bare"
                    + " or canonicalizer. better: whether more of it is better, or less.";

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli looks at it
    private boolean help;

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

    @Mixin
    private final JsonOption json = new JsonOption();

    private OnceBench() {}

    @Override
    public Integer call() {
        json.requireWritable();
        Machine machine = Machine.now();
        machine.warning().ifPresent(spec.commandLine().getErr()::println);
        OnceRun run = new OnceRun(choice.stores(), quick ? OnceEffort.QUICK : OnceEffort.FULL);
        Figures figures = run.measure(choice.isAll(), spec.commandLine().getErr());

        PrintWriter out = spec.commandLine().getOut();
        out.println();
        report(machine, figures).lines().forEach(out::println);
        out.flush();
        json.write("once", figures);
        return ExitCode.OK;
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
