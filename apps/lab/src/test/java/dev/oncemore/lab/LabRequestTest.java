package dev.oncemore.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.ReportFormat;
import dev.oncemore.lab.scenario.LabScenario;
import dev.oncemore.lab.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabRequestTest {
    @TempDir
    private Path folder;

    private Path policies;

    @BeforeEach
    void writePolicies() throws IOException {
        policies = Files.writeString(folder.resolve("policies.yaml"), """
                payment:
                  preset: api
                  deadline: 2s
                  attempt-timeout: 500ms
                mail:
                  preset: documents
                """);
    }

    private String file(String yaml) throws IOException {
        return Files.writeString(folder.resolve("scenario.yaml"), yaml).toString();
    }

    private static LabReport run(LabRequest request) {
        return request.run(share -> {});
    }

    @Test
    void theSameSeedGivesTheSameBytes_andAnotherSeedOthers() {
        for (LabScenario scenario : Scenarios.all()) {
            LabReport one = run(LabRequest.of(scenario.name()).seed(5));
            // As much as a run has on a server with 128 MB of heap.
            LabReport again = run(LabRequest.of(scenario.name()).seed(5).bytesMax(32 << 20));
            LabReport other = run(LabRequest.of(scenario.name()).seed(6));

            for (ReportFormat format : ReportFormat.values()) {
                assertThat(format.write(again))
                        .as(scenario.name() + " " + format)
                        .isEqualTo(format.write(one));
            }
            assertThat(ReportFormat.JSON.write(other)).isNotEqualTo(ReportFormat.JSON.write(one));
        }
    }

    @Test
    void aPolicyOfAFileStandsAgainstAPreset() {
        LabReport report = run(LabRequest.of("storm")
                .set("clients", 50)
                .policy(policies + "#payment")
                .against("api"));

        assertThat(report.table().rows()).extracting(row -> row.get(0)).containsExactly("payment", "api");
        assertThat(report.policies().get("payment")).containsEntry("deadline", "2 s");
    }

    @Test
    void aFileSetsEverything_withPathsRelativeToItself() throws IOException {
        LabReport report = run(LabRequest.of(file("""
                scenario: storm
                clients: 40
                seed: 9
                policy: policies.yaml#payment
                against: policies.yaml#mail
                """)));

        assertThat(report.parameters()).containsEntry("clients", "40").containsEntry("seed", "9");
        assertThat(report.table().rows()).extracting(row -> row.get(0)).containsExactly("payment", "mail");
    }

    @Test
    void twoPoliciesOfOneNameAreToldApart() {
        LabReport report =
                run(LabRequest.of("storm").set("clients", 5).policy("api").against("api"));

        assertThat(report.table().rows()).extracting(row -> row.get(0)).containsExactly("api", "api (against)");
    }

    @Test
    void unknownScenariosAndPoliciesAreRefusedWithWhatThereIs() {
        refused(() -> LabRequest.of("strom"), "there is no scenario 'strom'; did you mean 'storm'?");
        refused(() -> LabRequest.of("storm").policy("apy"), "there is no preset 'apy'");
        refused(
                () -> LabRequest.of("storm").policy(policies + "#payments"),
                "policies.yaml, line 1: there is no policy 'payments'; did you mean 'payment'?");
        refused(() -> LabRequest.of("storm").policy(policies.toString()), "2 policies; choose one:");
        refused(() -> run(LabRequest.of("storm").against("api")), "--against needs a --policy");
        refused(
                () -> LabRequest.of(folder.resolve("none.yaml").toString()),
                "none.yaml, line 1: the file cannot be read");
    }

    @Test
    void aWrongPolicyIsRefusedWithTheLineOfTheWrongSetting() throws IOException {
        Path wrong = Files.writeString(folder.resolve("wrong.yaml"), """
                payment:
                  preset: api
                  backoff:
                    base: 100ms
                    jittr: full
                """);

        refused(() -> LabRequest.of("storm").policy(wrong + "#payment"), "wrong.yaml, line 5: ", "jittr");
        Files.writeString(wrong, "payment:\n  preset: api\n  deadline: soon\n");
        refused(() -> LabRequest.of("storm").policy(wrong + "#payment"), "wrong.yaml, line 3: ", "'soon'");
        Files.writeString(wrong, "payment:\n  preset: api\n  attempt-timeout: 5s\n  deadline: 2s\n");
        refused(() -> LabRequest.of("storm").policy(wrong + "#payment"), "wrong.yaml, line 3: ", "5 s", "2 s");
    }

    @Test
    void aWrongScenarioFileIsRefusedWithFileLineAndReason() throws IOException {
        refused(
                () -> LabRequest.of(file("scenario: storm\nclints: 5\n")),
                "scenario.yaml, line 2: ",
                "did you mean 'clients'");
        refused(
                () -> LabRequest.of(file("scenario: storm\ncapacity: 0\n")),
                "scenario.yaml, line 2: ",
                "'capacity' is 0");
        refused(
                () -> LabRequest.of(file("scenario: storm\nclients: many\n")),
                "scenario.yaml, line 2: ",
                "'clients' is 'many', but must be a number");
        refused(() -> LabRequest.of(file("scenario: strom\n")), "scenario.yaml, line 1: ", "did you mean 'storm'");
        refused(() -> LabRequest.of(file("clients: 5\n")), "'scenario' is missing");
        refused(() -> LabRequest.of(file("scenario: storm\nagainst: api\n")), "line 2: 'against' needs a 'policy'");
        refused(() -> LabRequest.of(file("scenario: storm\n\npolicy: apy\n")), "line 3: there is no preset 'apy'");
        refused(
                () -> run(LabRequest.of(file("scenario: deadline\nservices: 2\nslow-work: 1\nwork: 3\n"))),
                "scenario.yaml, line 3: 'slow-work' (1 s) must not be shorter than 'work' (3 s)");
    }

    @Test
    void aSecondPolicyWhereWaysAreCompared_andASettingTwice_areRefused() throws IOException {
        refused(
                () -> run(LabRequest.of(file("scenario: layers\npolicy: api\nagainst: documents\n"))),
                "scenario.yaml, line 3: this scenario compares ways to use one policy; leave out the second one, 'against'");
        refused(() -> LabRequest.of(file("scenario: storm\nclients: 5\nclients: 6\n")), "scenario.yaml, line 3: ");
        refused(() -> LabRequest.of(file("scenario: storm\nclients: NaN\n")), "scenario.yaml, line 2: ");
    }

    @Test
    void aPolicyInATextIsAPresetOrYaml_andNeverAFile() {
        assertThat(PolicyReference.ofText("policy", "api").label()).isEqualTo("api");
        assertThat(PolicyReference.ofText("policy", "max-attempts: 2").policy().maxAttempts())
                .isEqualTo(2);
        refused(() -> PolicyReference.ofText("policy", "max-attempts: 2\ndeadlin: 2s"), "policy, line 2: ", "deadlin");
        refused(() -> PolicyReference.ofText("policy", policies + "#payment"), "policy, line 1: ");
        refused(() -> PolicyReference.ofText("policy", "a: &a [1]\nb: *a"), "policy, line ");
    }

    @FunctionalInterface
    private interface Reading {
        Object read() throws IOException;
    }

    private static void refused(Reading reading, String... words) {
        assertThatIllegalArgumentException()
                .isThrownBy(reading::read)
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }
}
