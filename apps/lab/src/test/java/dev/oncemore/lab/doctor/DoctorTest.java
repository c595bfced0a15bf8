package dev.oncemore.lab.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.oncemore.lab.doctor.DoctorReport.Answer;
import dev.oncemore.lab.doctor.DoctorReport.Verdict;
import dev.oncemore.lab.doctor.rule.DoctorFinding;
import dev.oncemore.lab.doctor.rule.RetryRule;
import dev.oncemore.retry.policy.PolicyFinding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DoctorTest {
    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private DoctorReport review(String name, String text) throws IOException {
        return new Doctor().review(List.of(file(name, text)));
    }

    @Nested
    class Questions {
        @Test
        void everyPolicyGetsFifteenAnswers_withWhyAndFix() throws IOException {
            DoctorReport report = review("p.yaml", "good: {preset: api}\n");

            assertThat(report.exitCode()).isZero();
            assertThat(report.policies()).singleElement().satisfies(policy -> {
                assertThat(policy.answers())
                        .extracting(Answer::number)
                        .hasSize(15)
                        .isSorted();
                assertThat(policy.answers()).allMatch(answer -> !answer.why().isEmpty());
                assertThat(policy.answers())
                        .filteredOn(answer -> answer.verdict() != Verdict.YES)
                        .allMatch(answer -> !answer.fix().isEmpty());
                assertThat(policy.count(Verdict.NO)).isZero();
                assertThat(verdict(policy, 5)).isEqualTo(Verdict.YES);
                assertThat(verdict(policy, 9)).isEqualTo(Verdict.ASK);
            });
        }

        @Test
        void aFindingAnswersItsQuestionWithNo_unlessItIsAccepted() throws IOException {
            Path file = file("p.yaml", "storm: {budget: unlimited, backoff: {base: 1s, jitter: none}}\n");

            DoctorReport report = new Doctor().review(List.of(file));
            DoctorReport accepted = new Doctor()
                    .accept(Set.of(RetryRule.NO_BUDGET, RetryRule.NO_JITTER))
                    .review(List.of(file));

            assertThat(report.exitCode()).isEqualTo(1);
            assertThat(verdict(report.policies().get(0), 7)).isEqualTo(Verdict.NO);
            assertThat(accepted.exitCode()).isZero();
            assertThat(accepted.policies().get(0).count(Verdict.NO)).isZero();
            assertThat(accepted.policies().get(0).answers().get(6).why()).startsWith("accepted (no-budget): ");
        }

        @Test
        void classesThatUseOnceAndTelemetryAnswerForTheReceiver() throws IOException {
            Path policies = file("p.yaml", "good: {preset: api}\n");
            Path classes = folder.resolve("classes");
            ClassWriting.write(classes, "com/acme/Uses", "dev/oncemore/once/Once", "dev/oncemore/observe/Telemetry");

            DoctorReport report = new Doctor().review(List.of(policies, classes));

            assertThat(List.of(9, 10, 11, 12, 14))
                    .allSatisfy(number -> assertThat(verdict(report.policies().get(0), number))
                            .isEqualTo(Verdict.YES));
            assertThat(verdict(report.policies().get(0), 13)).isEqualTo(Verdict.ASK);
        }

        private Verdict verdict(DoctorReport.Policy policy, int number) {
            return policy.answers().get(number - 1).verdict();
        }
    }

    @Nested
    class Places {
        @Test
        void aFindingHasTheLineOfItsSetting_nestedOrDotted() throws IOException {
            assertThat(review("p.yaml", """
                            nested:
                              preset: api
                              backoff:
                                base: 10ms
                                jitter: none
                            dotted:
                              preset: api
                              backoff.base: 10ms
                              backoff.jitter: none
                            """).findings())
                    .extracting(DoctorFinding::subject, DoctorFinding::rule, DoctorFinding::line)
                    .containsExactly(tuple("nested", RetryRule.NO_JITTER, 5), tuple("dotted", RetryRule.NO_JITTER, 9));
        }

        /** People look for the name, not for the first setting below it. */
        @Test
        void aPolicyHasTheLineOfItsName() throws IOException {
            assertThat(review("p.yaml", "\nstorm:\n  budget: unlimited\n").policies())
                    .extracting(DoctorReport.Policy::line)
                    .containsExactly(2);
        }

        /** Otherwise a finding would point at the policy as a whole, although a setting caused it. */
        @Test
        void everyFindingOfAPolicyKnowsItsSettings() {
            assertThat(PolicyFinding.Code.values()).allMatch(OwnPolicies::knowsSettingsOf);
        }

        @Test
        void linesOfPropertiesCountContinuedLines() throws IOException {
            assertThat(review("application.properties", """
                            # a comment
                            resilience4j.retry.instances.bank.retry-exceptions=java.io.IOException,\\
                                java.net.ConnectException
                            resilience4j.circuitbreaker.instances.bank.failure-rate-threshold=50
                            resilience4j.retry.instances.bank.wait-duration: 1s
                            """).findings())
                    .extracting(DoctorFinding::rule, DoctorFinding::line)
                    .containsExactly(tuple(RetryRule.NO_JITTER, 5));
        }
    }

    @Nested
    class Kinds {
        @Test
        void aFileWithTheNameOfSpringIsOne_thoughItHasNoSettingsOfInterest() throws IOException {
            assertThat(review("application.yml", "server.port: 80\n").problems())
                    .isEmpty();
            assertThat(review("application-test.yaml", "").problems()).isEmpty();
        }

        @Test
        void aPolicyMayBeginWithTheNameOfSpring() throws IOException {
            assertThat(review("p.yaml", "spring-sale: {budget: unlimited}\n").findings())
                    .extracting(DoctorFinding::rule)
                    .containsExactly(RetryRule.NO_BUDGET);
        }

        @Test
        void propertiesInLatin1AreRead() throws IOException {
            Path file = folder.resolve("application.properties");
            Files.write(
                    file,
                    "# Gr\u00f6\u00dfe\nresilience4j.retry.instances.a.max-attempts=3\n"
                            .getBytes(StandardCharsets.ISO_8859_1));

            DoctorReport report = new Doctor().review(List.of(file));

            assertThat(report.problems()).isEmpty();
            assertThat(report.findings()).hasSize(3);
        }
    }

    @Nested
    class Refused {
        @Test
        void aKeyThatIsThereTwice() throws IOException {
            assertThat(review("application.yml", "spring:\n  a: 1\nspring:\n  b: 2\n")
                            .problems()
                            .get(0))
                    .contains("application.yml, line 3: the key 'spring' is there twice");
            assertThat(review("p.yaml", "a: {preset: api}\na: {preset: api}\n").problems())
                    .singleElement()
                    .asString()
                    .contains("p.yaml, line 2");
        }

        @Test
        void rubbish() throws IOException {
            byte[] rubbish = new byte[20_000];
            new Random(20261118).nextBytes(rubbish);
            for (String name : List.of("p.yaml", "application.yml", "a.jar", "A.class")) {
                Path file = Files.write(folder.resolve(name), rubbish);

                assertThat(new Doctor().review(List.of(file)).problems())
                        .as(name)
                        .singleElement()
                        .asString()
                        .contains(name);
            }
        }

        /** Otherwise a check of the wrong folder would pass. */
        @Test
        void aFolderWithoutAnythingToReview() throws IOException {
            Path empty = Files.createDirectories(folder.resolve("empty/META-INF"));

            DoctorReport report = new Doctor().review(List.of(empty.getParent()));

            assertThat(report.exitCode()).isEqualTo(2);
            assertThat(report.problems())
                    .containsExactly(empty.getParent() + ": contains nothing to review, such as class files");
        }

        @Test
        void unknownKeysOfAPolicy() throws IOException {
            assertThat(review("p.yaml", "one:\n  budgit: unlimited\n"))
                    .satisfies(report -> assertThat(report.exitCode()).isEqualTo(2))
                    .extracting(report -> report.problems().get(0))
                    .asString()
                    .contains("p.yaml, line 2: ", "budgit");
        }

        @Test
        void aMissingFileAndAnUnknownKind_whileTheOthersAreReviewed() throws IOException {
            Path good = file("p.yaml", "storm: {budget: unlimited}\n");

            DoctorReport report =
                    new Doctor().review(List.of(folder.resolve("none.yaml"), file("notes.txt", "x"), good));

            assertThat(report.problems())
                    .satisfiesExactly(
                            none -> assertThat(none).contains("none.yaml, line 1: the file cannot be read"),
                            text -> assertThat(text).contains("notes.txt, line 1: this kind of file"));
            assertThat(report.findings()).hasSize(1);
        }

        @Test
        void invalidYaml_andAnchorsThatUnfoldToTooMuch() throws IOException {
            assertThat(review("application.yml", "spring:\n  a: [1,\n")
                            .problems()
                            .get(0))
                    .contains("application.yml, line ", "invalid YAML");
            StringBuilder bomb = new StringBuilder("spring: &a0 [x]\n");
            for (int i = 1; i < 9; i++) {
                bomb.append("b").append(i).append(": &a").append(i).append(" [");
                bomb.append(("*a" + (i - 1) + ",").repeat(9)).append("x]\n");
            }
            assertThat(review("bomb.yml", bomb.toString()).problems().get(0)).contains("bomb.yml, line ", "aliases");
        }

        @Test
        void valuesThatAreNestedTooDeeply() throws IOException {
            for (String name : List.of("p.yaml", "application.yml")) {
                assertThat(review(name, "a: " + "[".repeat(100_000)).problems())
                        .singleElement()
                        .asString()
                        .endsWith(name + ", line 1: invalid YAML: the values are nested too deeply");
            }
        }

        @Test
        void aCyclicGraph() throws IOException {
            assertThat(graph("""
                            services:
                              orders:
                                calls:
                                  - {to: payments, policy: api}
                              payments:
                                calls:
                                  - {to: orders, policy: api}
                            """)).contains("graph.yaml, line 7: the calls form a cycle: orders → payments → orders");
        }

        @Test
        void unknownPoliciesServicesAndKeysOfAGraph() throws IOException {
            assertThat(graph("services:\n  a:\n    calls:\n      - {to: b, policy: apy}\n  b: {}\n"))
                    .contains("graph.yaml, line 4: there is no policy 'apy'", "did you mean 'api'?");
            assertThat(graph("services:\n  a:\n    calls:\n      - {to: c, policy: api}\n  b: {}\n"))
                    .contains("graph.yaml, line 4: there is no service 'c'");
            assertThat(graph("services:\n  a:\n    p59: 3ms\n"))
                    .contains("graph.yaml, line 3: ", "p59", "did you mean 'p95'?");
        }

        private String graph(String text) throws IOException {
            Path policies = file("p.yaml", "api: {preset: api}\n");
            DoctorReport report = new Doctor().calls(file("graph.yaml", text)).review(List.of(policies));
            assertThat(report.exitCode()).isEqualTo(2);
            return report.problems().get(0);
        }
    }

    @Nested
    class Graphs {
        @Test
        void attemptsMultiplyAlongTheCalls() throws IOException {
            Path policies = file("p.yaml", "three: {max-attempts: 3, attempt-timeout: 100ms, deadline: 1s}\n");
            StringBuilder graph = new StringBuilder("services:\n");
            for (int i = 1; i <= 5; i++) {
                graph.append("  s")
                        .append(i)
                        .append(": {calls: [{to: s")
                        .append(i + 1)
                        .append(", policy: three}]}\n");
            }
            graph.append("  s6: {}\n");

            DoctorReport report =
                    new Doctor().calls(file("graph.yaml", graph.toString())).review(List.of(policies));

            assertThat(report.amplification()).last().asString().contains("243 calls of s6 (3 × 3 × 3 × 3 × 3)");
            assertThat(report.findings())
                    .filteredOn(finding -> finding.rule() == RetryRule.SEVERAL_RETRY_OWNERS)
                    .hasSize(4);
        }
    }

    @Test
    void allWaysToAServiceCount() throws IOException {
        DoctorReport report = new Doctor()
                .calls(file("graph.yaml", """
                        services:
                          gateway:
                            calls:
                              - {to: orders, policy: three}
                              - {to: cart, policy: one}
                          orders: {calls: [{to: payments, policy: three}]}
                          cart: {calls: [{to: payments, policy: three}, {to: mail, policy: one}]}
                          payments: {}
                          mail: {}
                        """))
                .review(List.of(file("p.yaml", "three: {max-attempts: 3}\none: {max-attempts: 1}\n")));

        assertThat(report.amplification())
                .containsExactlyInAnyOrder(
                        "one request can become 3 calls of orders (3)",
                        "one request can become 12 calls of payments (3 × 3 + 3), 2 without failures");
    }

    /** Each step doubles the ways: sums and their words must stay bounded. */
    @Test
    void callsThatForkAndJoinAHundredTimesAreReviewed() throws IOException {
        StringBuilder graph = new StringBuilder("p95: 1s\nservices:\n");
        for (int i = 1; i <= 100; i++) {
            graph.append("  s").append(i).append(": {p95: 10ms, calls: [");
            graph.append(("{to: s" + (i + 1) + ", policy: api}, ").repeat(2)).append("]}\n");
        }
        graph.append("  s101: {p95: 1d}\n");

        DoctorReport report = new Doctor()
                .calls(file("graph.yaml", graph.toString()))
                .review(List.of(file("p.yaml", "api: {preset: api}\n")));

        assertThat(report.problems()).isEmpty();
        assertThat(report.findings())
                .filteredOn(finding -> finding.rule() == RetryRule.P95_OVER_BUDGET)
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).hasSizeLessThan(500));
        assertThat(report.amplification())
                .last()
                .asString()
                .contains("more than 10^15 calls of s101")
                .hasSizeLessThan(500);
    }

    @Nested
    class Formats {
        private final DoctorReport report = new DoctorReport(
                List.of(),
                List.of(),
                List.of(
                        new DoctorFinding(RetryRule.NO_JITTER, "a b.yaml", 7, "pay", "100 %\n::error::x"),
                        new DoctorFinding(RetryRule.POST_WITHOUT_KEY, "a.jar!/x/Y.class", 0, "x.Y.z", "m")),
                List.of("c.yaml, line 1: wrong"),
                List.of(),
                1);

        @Test
        void sarifHasRulesResultsAndPlaces() {
            JsonNode sarif = JsonMapper.shared().readTree(DoctorFormat.SARIF.write(report));
            JsonNode run = sarif.at("/runs/0");

            assertThat(sarif.path("version").asString()).isEqualTo("2.1.0");
            assertThat(run.at("/tool/driver/rules").size()).isEqualTo(RetryRule.values().length);
            JsonNode result = run.at("/results/0");
            assertThat(result.path("ruleId").asString()).isEqualTo("no-jitter");
            assertThat(run.at("/tool/driver/rules/" + result.path("ruleIndex").asInt() + "/id")
                            .asString())
                    .isEqualTo("no-jitter");
            assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri")
                            .asString())
                    .isEqualTo("a%20b.yaml");
            assertThat(result.at("/locations/0/physicalLocation/region/startLine")
                            .asInt())
                    .isEqualTo(7);
            assertThat(run.at("/results/1/locations/0/physicalLocation/region").isMissingNode())
                    .isTrue();
            assertThat(run.at("/invocations/0/executionSuccessful").asBoolean()).isFalse();
        }

        @Test
        void anAnnotationOfGitHubIsOneLineThatStartsNoOther() {
            assertThat(DoctorFormat.GITHUB.write(report).lines())
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("::error file=a b.yaml,line=7,title=no-jitter::pay: ")
                    .contains("100 %25");
        }

        @Test
        void jsonHasEverything() {
            JsonNode json = JsonMapper.shared().readTree(DoctorFormat.JSON.write(report));

            assertThat(json.at("/findings/0/code").asString()).isEqualTo("no-jitter");
            assertThat(json.at("/problems/0").asString()).isEqualTo("c.yaml, line 1: wrong");
        }
    }

    @Test
    void everyRuleHasFiguresToPrint() {
        assertThat(RulePrecision.table().lines()).hasSize(RetryRule.values().length + 1);
    }
}
