package dev.oncemore.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyDiagnosisTest {
    @TempDir
    private Path folder;

    private Map<String, List<PolicyDiagnosis>> review(String yaml, String... accepted) throws IOException {
        return PolicyDiagnosis.review(Files.writeString(folder.resolve("p.yaml"), yaml), Set.of(accepted));
    }

    @Test
    void aPolicyWithoutFindingsIsThereAllTheSame() throws IOException {
        assertThat(review("good: {preset: api}\n")).containsOnlyKeys("good").containsEntry("good", List.of());
    }

    @Test
    void aFindingHasTheLineOfItsSetting_nestedOrDotted() throws IOException {
        assertThat(review("""
                        nested:
                          preset: api
                          backoff:
                            base: 10ms
                            jitter: none
                        dotted:
                          preset: api
                          backoff.base: 10ms
                          backoff.jitter: none
                        """).values().stream().flatMap(List::stream))
                .extracting(PolicyDiagnosis::policy, PolicyDiagnosis::code, PolicyDiagnosis::line)
                .containsExactly(tuple("nested", "no-jitter", 5), tuple("dotted", "no-jitter", 9));
    }

    @Test
    void anAcceptedFindingIsLeftOut() throws IOException {
        String yaml = "one:\n  preset: api\n  budget: unlimited\n  deadline: none\n";

        assertThat(review(yaml).get("one")).extracting(PolicyDiagnosis::code).contains("no-budget", "no-deadline");
        assertThat(review(yaml, "no-budget").get("one"))
                .extracting(PolicyDiagnosis::code)
                .contains("no-deadline")
                .doesNotContain("no-budget");
    }

    /** Otherwise a finding would point at the policy as a whole, although a setting caused it. */
    @Test
    void everyCodeKnowsItsSettings() {
        assertThat(PolicyDiagnosis.codes()).allMatch(PolicyDiagnosis::knowsSettingsOf);
    }
}
