package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.MeasuringCommand;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oncemore bench report}: all benches, and the document with their figures. */
@Command(
        name = "report",
        description = "All benches, one after the other; writes docs/figures.md. Refuses to do so on a busy machine.")
public final class ReportBench implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    @SuppressWarnings("unused") // picocli reads it
    private boolean help;

    @Option(
            names = "--only",
            paramLabel = "BENCH",
            split = ",",
            description = "The benches to run, separated by commas (default: all). Other sections stay as they are.")
    private final List<String> only = new ArrayList<>();

    @Option(
            names = "--quick",
            description = "Measure for about half an hour instead of two hours. Good for factors only.")
    private boolean quick;

    @Option(
            names = "--force",
            description = "Measure on a busy machine, too. The figures are marked as not to be quoted.")
    private boolean force;

    @Option(names = "--file", paramLabel = "FILE", description = "The document (default: docs/figures.md).")
    private @Nullable Path file;

    private ReportBench() {}

    @Override
    public Integer call() {
        List<Section> all = sections();
        List<Section> chosen = chosen(all);
        Path document = file == null ? standardFile() : file;
        PrintWriter progress = spec.commandLine().getErr();
        new ReportRun(
                        MachineProbe.ofThisMachine(),
                        new FigureDocument(
                                requireFolder(document),
                                all.stream().map(Section::name).toList()),
                        progress,
                        quick,
                        force)
                .measure(chosen);
        spec.commandLine().getOut().println("written: " + document);
        return ExitCode.OK;
    }

    /** Every bench is a section. */
    private List<Section> sections() {
        return Objects.requireNonNull(spec.parent(), "report is a subcommand").subcommands().values().stream()
                .filter(bench -> bench.getCommand() instanceof MeasuringCommand)
                .map(CommandLine::getCommandSpec)
                .map(bench -> new Section(
                        bench.name(), String.join(" ", bench.usageMessage().description()), BenchProcess::run))
                .toList();
    }

    private List<Section> chosen(List<Section> all) {
        List<String> names = all.stream().map(Section::name).toList();
        for (String name : only) {
            if (!names.contains(name)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--only: unknown bench '" + name + "'; use one of " + String.join(", ", names));
            }
        }
        return all.stream()
                .filter(section -> only.isEmpty() || only.contains(section.name()))
                .toList();
    }

    /** In the checkout, wherever the command is called from. */
    private static Path standardFile() {
        String launcher = System.getenv("ONCEMORE_COMMAND");
        Path figures = Path.of("docs", "figures.md");
        return launcher == null ? figures : Path.of(launcher).resolveSibling(figures);
    }

    private Path requireFolder(Path document) {
        Path folder = document.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "--file: the folder '" + folder + "' does not exist; create it first");
        }
        return document;
    }
}
