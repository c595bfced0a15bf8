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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TortureTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(List<Suite> nets, String... arguments) {
        CommandLine command =
                Torture.commandLine(nets).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return command.execute(arguments);
    }

    /** A net that finds so much. */
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
    void whatWasFoundIsPrinted_andTheExitCodeTells() {
        assertThat(run(List.of(new Fixed(2)))).isEqualTo(1);
        assertThat(out.toString())
                .contains(
                        "fixed: 5 histories in 2.0 s (150 a minute), seed 1", "kill 3", "a fact", "BROKEN: a \"rule\"")
                .contains("./oncemore torture --seed 7", "violations: 2");
    }

    @Test
    void nothingFoundIsSuccess_andTheReportIsAlsoAFile(@TempDir Path folder) throws IOException {
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
        assertThat(run(List.of(new Fixed(0)), "--json", "/no/such/folder/file")).isEqualTo(2);
        assertThat(err.toString().lines())
                .hasSize(5)
                .allMatch(line -> line.contains("(see 'oncemore torture --help')"));
    }
}
