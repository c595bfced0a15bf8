package dev.oncemore.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.bench.measure.Disturbance;
import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Findings;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Target;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportRunTest {
    private static final MachineProbe QUIET = () -> reading(0.1, 1);

    @TempDir
    private Path folder;

    private Path file;
    private final StringWriter progress = new StringWriter();
    private final List<List<String>> ran = new ArrayList<>();

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("figures.md");
    }

    private static MachineProbe.Reading reading(double load, double othersPercent) {
        return new MachineProbe.Reading(new Machine(2, load), Optional.of(new Disturbance("a look", othersPercent, 0)));
    }

    /** A bench whose figures were made up, in a run during which others took so much. */
    private Section madeUp(String name, double value, double othersPercent) {
        return new Section(name, "What " + name + " measures.", (arguments, out) -> {
            ran.add(arguments);
            Figures figures = new Figures();
            figures.add(List.of(
                    new Figure("drain", "oncemore", "tasks/s", 5, value, value - 1, value + 1),
                    Figure.of("drain", "peer", "tasks/s", 4_000)));
            figures.note(new Disturbance("drain", othersPercent, 0.5));
            return new Findings(
                    List.of("How it was done."),
                    List.of("peer"),
                    figures,
                    List.of(Target.atLeast("drain", 6.1, 6, " × peer")));
        });
    }

    private ReportRun run(MachineProbe probe, boolean force) {
        FigureDocument document = new FigureDocument(file, List.of("retry", "once", "task"));
        return new ReportRun(probe, document, new PrintWriter(progress, true), false, force);
    }

    @Test
    void aSectionSaysHowAndWhereItWasMeasured() throws Exception {
        run(QUIET, false).measure(List.of(madeUp("task", 24_424, 1.2)));

        assertThat(Files.readString(file))
                .startsWith("# Figures\n")
                .contains("take more than 10 % of its processors")
                .contains("<!-- begin: task -->\n## task\n", "What task measures.", "- How it was done.")
                .contains("- command: `./oncemore bench task`")
                .contains("- machine: JDK " + System.getProperty("java.version"), " 2 cores, ")
                .contains(
                        "- load before: 0.1; while it ran, others took at most 1.7 % of the processors (during drain)")
                .contains("| case | unit | oncemore | peer |\n")
                .contains("| drain | tasks/s | 24,424 (24,423 – 24,425) | 4,000 |\n")
                .contains("| drain | 6.1 × peer | ≥ 6 | reached |\n")
                .endsWith("<!-- end: task -->\n")
                .doesNotContain("Not to be quoted");
        assertThat(folder).isDirectoryNotContaining(other -> !other.equals(file));
    }

    @Test
    void aPartialRunKeepsTheOtherSectionsAsTheyAre() throws Exception {
        run(QUIET, false).measure(List.of(madeUp("task", 1_000, 0), madeUp("retry", 2_000, 0)));
        String before = Files.readString(file);

        run(QUIET, false).measure(List.of(madeUp("once", 3_000, 0)));

        String after = Files.readString(file);
        for (String kept : List.of("task", "retry")) {
            assertThat(section(after, kept)).isEqualTo(section(before, kept));
        }
        assertThat(after.indexOf("## retry"))
                .isLessThan(after.indexOf("## once"))
                .isPositive();
        assertThat(after.indexOf("## once")).isLessThan(after.indexOf("## task"));

        run(QUIET, false).measure(List.of(madeUp("task", 5_555, 0)));
        assertThat(Files.readString(file)).contains("5,555").doesNotContain("| 1,000 (");
    }

    private static String section(String document, String name) {
        return document.substring(document.indexOf("<!-- begin: " + name), document.indexOf("<!-- end: " + name));
    }

    @Test
    void aBusyMachineIsRefusedBeforeAnythingIsMeasured() {
        assertThatThrownBy(() -> run(() -> reading(7.7, 0), false).measure(List.of(madeUp("task", 1_000, 0))))
                .isInstanceOf(MeasuringException.class)
                .hasMessageContaining("no figures of task: its load is 7.70 on 2 cores; at most 1.2 is allowed")
                .hasMessageContaining("--force");

        assertThat(ran).isEmpty();
        assertThat(file).doesNotExist();
        assertThat(progress.toString()).contains("waiting for a quiet machine");
    }

    @Test
    void aMachineThatBecomesQuietIsWaitedFor() {
        List<MachineProbe.Reading> looks = new ArrayList<>(List.of(reading(7.7, 0), reading(0.2, 60), reading(0.2, 2)));

        run(() -> looks.remove(0), false).measure(List.of(madeUp("task", 1_000, 0)));

        assertThat(looks).isEmpty();
        assertThat(ran).hasSize(1);
    }

    @Test
    void figuresThatOthersDisturbedAreNotWritten_butEarlierSectionsAre() throws Exception {
        assertThatThrownBy(() -> run(QUIET, false)
                        .measure(List.of(
                                madeUp("retry", 1_000, 0), madeUp("once", 2_000, 11), madeUp("task", 3_000, 0))))
                .isInstanceOf(MeasuringException.class)
                .hasMessageContaining(
                        "no figures of once: during drain, other programs took 11 % of the processors and the hypervisor 0.5 %; at most 10 % are allowed");

        assertThat(Files.readString(file)).contains("## retry").doesNotContain("## once", "## task");
    }

    @Test
    void forcedFiguresAreMarkedAsNotToBeQuoted() throws Exception {
        run(() -> reading(7.7, 0), true).measure(List.of(madeUp("task", 1_000, 30)));

        assertThat(Files.readString(file))
                .contains("**Not to be quoted**, because the machine was busy: its load is 7.70 on 2 cores")
                .contains("**Not to be quoted**, because the machine was busy: during drain, other programs took 30 %");
    }

    /** As users run it, only with the smallest bench there is. Whether its figures are good is not for a test to say. */
    @Test
    void runsARealBenchInItsOwnJvm() throws Exception {
        Section once = new Section("once", "Once in memory.", BenchProcess::run);
        Findings findings =
                once.bench().run(List.of("once", "--store", "memory", "--quick"), new PrintWriter(progress, true));
        Section measured = new Section("once", once.description(), (arguments, out) -> findings);

        run(QUIET, true).measure(List.of(measured));

        assertThat(progress.toString()).contains("[ 1/2] memory-leased-64");
        assertThat(findings.figures().value("memory-leased-64", "oncemore", "ops/s"))
                .isPositive();
        assertThat(Files.readString(file))
                .containsPattern("\\| memory-leased-64 \\| ops/s \\| [0-9,]+ \\([0-9,]+ – [0-9,]+\\) \\|")
                .contains("- In memory, nothing durable");
        if (Files.exists(Path.of("/proc/stat"))) {
            assertThat(findings.figures().disturbances()).hasSize(2).allSatisfy(each -> {
                assertThat(each.othersPercent()).isBetween(0.0, 100.0);
                assertThat(each.stealPercent()).isBetween(0.0, 100.0);
            });
        }
    }

    @Test
    void aBenchThatFailsIsNamed() {
        assertThatThrownBy(
                        () -> BenchProcess.run(List.of("once", "--store", "oracle"), new PrintWriter(progress, true)))
                .isInstanceOf(MeasuringException.class)
                .hasMessage("./oncemore bench once --store oracle failed with exit code 2: see above");
        assertThat(progress.toString()).contains("unknown store 'oracle'");
    }
}
