package dev.oncemore.examples.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CasesTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine command = Cases.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return command.execute(args);
    }

    @Test
    void theWholeWalkHappensAsExpected() {
        assertThat(run("--walk")).as(out::toString).isZero();

        assertThat(out.toString())
                .contains("key walk-1-b: no response", "cases before: 1, cases now: 2")
                .contains("key walk-1-b: 201 (replayed) {\"number\": 2}", "cases before: 2, cases now: 2")
                .contains("another title: 422 ")
                .contains("case_create_attempts_total ", "case_create_timeout_total 1")
                .contains("Does retry raise the success rate? ", "What latency does it cost? ")
                .contains("cases before: 4, cases now: 104")
                .doesNotContain("✗");
    }

    @Test
    void theConflictIs409_ifThatIsChosen() {
        assertThat(run("--walk", "--mismatch-status", "409")).as(out::toString).isZero();

        assertThat(out.toString()).contains("another title: 409 ");
    }

    @Test
    void theMatrixIsForTheReadersPolicyToo(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("policies.yaml"), """
                payment:
                  max-attempts: 1
                """);

        assertThat(run("--csv", "--policy", file + "#payment")).isZero();

        assertThat(out.toString().lines())
                .hasSizeGreaterThan(20)
                .contains(
                        "\"HTTP API\",\"create (POST)\",\"connection refused\",\"transient\",\"no\",\"no\",\"–\",\"yes\"");
    }

    @Test
    void theWalkEndsWithTheMatrixOfThatPolicy(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("policies.yaml"), "payment: {max-attempts: 1}\n");

        assertThat(run("--walk", "--policy", file + "#payment"))
                .as(out::toString)
                .isZero();

        assertThat(out.toString()).containsPattern("connection refused +transient +no ");
    }

    @Test
    void unknownPoliciesAndOptionsAreRefused(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("policies.yaml"), "payment:\n  deadlin: 2s\n");
        Path good = Files.writeString(folder.resolve("good.yaml"), "payment:\n  deadline: 6s\n");

        assertThat(run("--matrix", "--policy", file + "#payment")).isEqualTo(1);
        assertThat(run("--matrix", "--policy", good + "#paiment")).isEqualTo(1);
        assertThat(run("--mismatch-status", "418")).isEqualTo(2);
        assertThat(run("--port", "70000")).isEqualTo(2);
        assertThat(run("--everything")).isEqualTo(2);

        assertThat(err.toString().lines().toList())
                .hasSize(5)
                .satisfiesExactly(
                        line -> assertThat(line).contains("policies.yaml", "line 2", "deadlin"),
                        line -> assertThat(line)
                                .contains("good.yaml", "there is no policy 'paiment'", "did you mean 'payment'?"),
                        line -> assertThat(line).contains("--mismatch-status is 418, but 422 or 409 is allowed"),
                        line -> assertThat(line).contains("--port is 70000"),
                        line -> assertThat(line).contains("'--everything'"));
    }
}
