package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.lab.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oncemore lab} and {@code oncemore check}: what is printed where, and with which exit code. */
class LabCommandTest {
    @TempDir
    private Path folder;

    private final CommandRun command = new CommandRun();

    private String policies(String yaml) throws IOException {
        return Files.writeString(folder.resolve("policies.yaml"), yaml).toString();
    }

    @Nested
    class Lab {
        @Test
        void withoutAScenarioItListsThemAll() {
            assertThat(command.run("lab")).isZero();
            for (String name : Scenarios.names()) {
                assertThat(command.out()).contains(name + ": ");
            }
            assertThat(command.out()).contains("clients=1000  clients that lose their connection together");
        }

        @Test
        void itEndsInOneSentenceAndATable_andWritesThePage() throws IOException {
            String yaml = policies("payment:\n  preset: api\n  deadline: 10s\n");
            Path report = folder.resolve("report");

            assertThat(command.run(
                            "lab",
                            "storm",
                            "--clients",
                            "100",
                            "--policy",
                            yaml + "#payment",
                            "--against",
                            "api",
                            "--out",
                            report.toString()))
                    .as(command.err())
                    .isZero();
            assertThat(command.out().lines().toList().get(0)).endsWith(".");
            assertThat(command.out()).contains("payment", "api", "clients=100", "seed=1");
            assertThat(command.err()).contains("wrote " + report.resolve("storm.html"));
            assertThat(report.resolve("storm.html")).content().contains("<!doctype html>");
        }

        @Test
        void theSameSeedPrintsTheSameBytes() {
            command.run("lab", "contention", "--clients", "10", "--seed", "3", "--format", "json");
            String first = command.out();
            command.run("lab", "contention", "--set", "clients=10", "--seed", "3", "--format", "json");

            assertThat(command.out()).startsWith("{").isEqualTo(first);
        }

        @Test
        void whatCannotBeRunIsRefusedOnOneLine() throws IOException {
            assertThat(command.run("lab", "strom")).isEqualTo(1);
            assertThat(command.err().strip())
                    .isEqualTo("oncemore lab: there is no scenario 'strom'; did you mean 'storm'?");
            assertThat(command.run("lab", "storm", "--set", "capacity=0")).isEqualTo(1);
            assertThat(command.err()).contains("'capacity' is 0");
            assertThat(command.run("lab", "storm", "--format", "pdf")).isEqualTo(2);
            assertThat(command.err()).contains("there is no format 'pdf'");
            String yaml = policies("payment:\n  preset: api\n  dedline: 10s\n");
            assertThat(command.run("lab", "storm", "--policy", yaml + "#payment"))
                    .isEqualTo(1);
            assertThat(command.err()).contains("policies.yaml, line 3: ").contains("dedline");
        }
    }

    @Nested
    class Check {
        @Test
        void findingsComeWithTheirLineWhyAndFix_andMakeTheExitCodeOne() throws IOException {
            String yaml = policies("""
                    refunds:
                      preset: api
                    payments:
                      max-attempts: 4
                      backoff:
                        base: 100ms
                        jitter: none
                      budget: unlimited
                    """);

            assertThat(command.run("check", yaml)).isEqualTo(1);
            assertThat(command.out())
                    .contains("refunds (Oncemore, " + yaml + ":1): ")
                    .contains("(no-jitter, " + yaml + ":7)")
                    .contains("(no-budget, " + yaml + ":8)")
                    .contains("why: ", "fix: ")
                    .endsWith("2 findings\n");
            assertThat(command.run("check", yaml, "--accept", "no-jitter,no-budget"))
                    .isZero();
        }

        @Test
        void everyFormatHasTheFinding_andSarifMayGoToAFile() throws IOException {
            String yaml = policies("payments:\n  budget: unlimited\n");
            Path sarif = folder.resolve("out.sarif");

            assertThat(command.run("check", yaml, "--json")).isEqualTo(1);
            assertThat(command.out()).contains("\"code\" : \"no-budget\"", "\"line\" : 2");
            assertThat(command.run("check", yaml, "--format", "github", "--sarif", sarif.toString()))
                    .isEqualTo(1);
            assertThat(command.out()).startsWith("::error file=").contains(",line=2,title=no-budget::payments: ");
            assertThat(sarif).content().contains("\"ruleId\" : \"no-budget\"");
            assertThat(command.run("check", yaml, "--format", "sarif")).isEqualTo(1);
            assertThat(command.out()).contains("\"version\" : \"2.1.0\"");
        }

        @Test
        void wrongUsageAndFilesThatCannotBeReadMakeTheExitCodeTwo() throws IOException {
            assertThat(command.run("check", folder.resolve("none.yaml").toString()))
                    .isEqualTo(2);
            assertThat(command.err()).contains("none.yaml, line 1: the file cannot be read");
            String yaml = policies("payments:\n  budgit: unlimited\n");
            assertThat(command.run("check", yaml)).isEqualTo(2);
            assertThat(command.err()).contains("policies.yaml, line 2: ");
            assertThat(command.run("check", yaml, "--accept", "no-jiter")).isEqualTo(2);
            assertThat(command.err()).contains("did you mean 'no-jitter'");
            assertThat(command.run("check")).isEqualTo(2);
            assertThat(command.err()).contains("name at least one file");
            assertThat(command.run("check", yaml, "--format", "xml")).isEqualTo(2);
            assertThat(command.run(
                            "check", yaml, "--sources", folder.resolve("none").toString()))
                    .isEqualTo(2);
            assertThat(command.err()).contains("none is not a folder");
            assertThat(command.run("check", yaml, "--libraries", "[x")).isEqualTo(2);
            assertThat(command.err()).contains("--libraries '[x' is not a valid pattern such as 'shop-*'");
        }

        @Test
        void theRulesAreListedWithTheirPrecision() {
            assertThat(command.run("check", "--rules")).isZero();
            assertThat(command.out()).contains("precision", "key-after-effect");
        }
    }
}
