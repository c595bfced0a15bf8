package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.FigureFile;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Numbers;
import dev.oncemore.bench.measure.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oncemore bench once}: {@code Once} next to a table by hand, on every store. */
@Command(name = "once", description = "Once next to a table by hand, on every store.")
public final class OnceBench implements Callable<Integer> {

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
            converter = StoreChoice.class,
            defaultValue = StoreChoice.ALL,
            description = "Where: postgres, sqlite, mariadb, redis, memory or all of them, which is the default.")
    private List<Store> stores;

    @Option(
            names = "--quick",
            description = "Measure for about four minutes instead of half an hour. Good for factors only.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures to this file, too, as JSON.")
    private @Nullable Path json;

    private OnceBench() {}

    @Override
    public Integer call() {
        FigureFile file = json == null ? null : requireWritable(json);
        Machine machine = Machine.now();
        machine.warning().ifPresent(spec.commandLine().getErr()::println);
        OnceEffort effort = quick ? OnceEffort.QUICK : OnceEffort.FULL;
        List<OnceCase> cases =
                stores.stream().flatMap(store -> store.cases().stream()).toList();
        Progress progress = new Progress(
                spec.commandLine().getErr(),
                cases.stream()
                        .map(inCase -> effort.guessedSeconds(inCase.act().subjects()))
                        .toList());
        Figures figures = new Figures();
        for (Store store : stores) {
            try (Place place = store.open()) {
                for (OnceCase inCase : store.cases()) {
                    progress.start(
                            inCase.caseName(),
                            effort.guessedSeconds(inCase.act().subjects()));
                    List<Figure> measured = place.contest(inCase.act()).run(inCase, effort);
                    figures.add(measured);
                    progress.end(summary(inCase, measured));
                }
            }
        }

        PrintWriter out = spec.commandLine().getOut();
        out.println();
        new OnceReport(machine, cases, figures).lines().forEach(out::println);
        out.flush();
        if (file != null) {
            write(file, figures);
        }
        return ExitCode.OK;
    }

    private static String summary(OnceCase inCase, List<Figure> measured) {
        return measured.stream()
                .filter(figure -> figure.metric().equals(inCase.metric()))
                .map(figure -> figure.subject() + " " + Numbers.text(figure.value()))
                .collect(Collectors.joining(", ", "", " " + inCase.metric()));
    }

    private FigureFile requireWritable(Path path) {
        try {
            return FigureFile.requireWritable(path);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "--json: " + e.getMessage(), e);
        }
    }

    private static void write(FigureFile file, Figures figures) {
        try {
            file.write("once", figures.all());
        } catch (IOException e) {
            throw new MeasuringException("the figures could not be written: " + e, e);
        }
    }
}
