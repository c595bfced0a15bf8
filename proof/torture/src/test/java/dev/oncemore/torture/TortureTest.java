package dev.oncemore.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.torture.compose.CompositionSuite;
import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Suite;
import dev.oncemore.torture.net.Violation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class TortureTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(List<Suite> nets, String... arguments) {
        CommandLine command =
                Torture.commandLine(nets).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }

    /** A net that reports this number of violations. */
    private record Fixed(int violations) implements Suite {
        @Override
        public String name() {
            return "fixed";
        }

        @Override
        public boolean isWanted(Context context) {
            return !context.planted();
        }

        @Override
        public Report run(Context context) {
            List<Violation> found = violations == 0 ? List.of() : List.of(new Violation(7, "a \"rule\"", "line"));
            return new Report("fixed", 1, 5, 2, Map.of("kill", 3L), List.of("a fact"), found, violations);
        }
    }

    @Test
    void oneHistoryIsReplayedByItsSeed() {
        assertThat(run(List.of(new CompositionSuite()), "--seed", "12")).isZero();
        assertThat(out.toString()).contains("1 histories", "seed 12", "bank is called", "trace ", "violations: 0");
    }

    @Test
    void violationsArePrinted_andTheExitCodeIsOne() {
        assertThat(run(List.of(new Fixed(2)))).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "fixed: 5 histories in 2.0 s (150 a minute), seed 1", "kill 3", "a fact", "BROKEN: a \"rule\"")
                .contains("./oncemore torture --seed 7", "violations: 2");
    }

    @Test
    void aRunWithoutViolationsSucceeds_andWritesItsReportToAFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("report.json");
        assertThat(run(List.of(new Fixed(0)), "--json", file.toString())).isZero();
        assertThat(Files.readString(file))
                .contains("\"net\":\"fixed\"", "\"histories\":5", "\"faults\":{\"kill\":3}", "\"violationsCount\":0");
    }

    @Test
    void wrongArgumentsAreRefusedWithOneLine() {
        assertThat(run(List.of(new Fixed(0)), "--store", "oracle")).isEqualTo(2);
        assertThat(run(List.of(new Fixed(0)), "--minutes", "0")).isEqualTo(2);
        assertThat(run(List.of(new Fixed(0)), "--frobnicate")).isEqualTo(2);
        assertThat(run(List.of(new Fixed(0)), "--planted")).isEqualTo(2);
        assertThat(err.toString().lines())
                .hasSize(4)
                .allMatch(line -> line.contains("(see 'oncemore torture --help')"));
    }

    @Test
    void eachViolationIsPrintedOnce_whenItIsFound() {
        Violation early = new Violation(8, "an early rule", "an early event");
        List<String> printedDuringTheRun = new ArrayList<>();
        Suite net = new Suite() {
            @Override
            public String name() {
                return "watched";
            }

            @Override
            public boolean isWanted(Context context) {
                return true;
            }

            @Override
            public Report run(Context context) {
                context.progress().found(early);
                printedDuringTheRun.add(out.toString());
                return new Report("watched", 1, 5, 2, Map.of(), List.of(), List.of(early), 1);
            }
        };

        assertThat(run(List.of(net))).isEqualTo(1);

        assertThat(printedDuringTheRun).singleElement().asString().contains("BROKEN: an early rule", "an early event");
        assertThat(out.toString()).containsOnlyOnce("BROKEN: an early rule").contains("violations: 1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --histories 5 --planted       | --histories limits random compositions
                    --histories 5 --seed 7        | --histories limits random compositions
                    --histories 5 --store sqlite  | --histories limits random compositions
                    --nodes 2                     | --nodes needs a store
                    --nodes 2 --planted           | --nodes needs a store
                    --planted --seed 7            | --planted plants every bug once
                    --planted --store sqlite      | --planted plants every bug once
                    --minutes 5 --seed 7          | remove --minutes
                    """)
    void optionsThatWouldBeIgnoredAreRefused(String arguments, String problem) {
        assertThat(run(Torture.all(), arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains(problem);
    }

    @Test
    void aReportInAMissingFolderIsRefusedBeforeTheRun(@TempDir Path folder) {
        Path missing = folder.resolve("missing");
        assertThat(run(
                        List.of(new Fixed(0)),
                        "--json",
                        missing.resolve("report.json").toString()))
                .isEqualTo(2);
        assertThat(run(List.of(new Fixed(0)), "--json", folder.toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("the folder '" + missing + "' does not exist; create it first")
                .contains("'" + folder + "' is a folder; name a file in it")
                .doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }
}
