package dev.oncemore.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.ReportFormat;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each scenario by its verdict and by the figures that carry it. Three seeds, so that no verdict is luck. */
class ScenariosTest {

    private static LabReport run(String name, long seed, Map<String, Double> set, Contender... policies) {
        LabScenario scenario = Scenarios.find(name).orElseThrow();
        return scenario.run(new LabRun(scenario, seed, set, List.of(policies), share -> {}, Long.MAX_VALUE));
    }

    private static double number(LabReport report, String row, int column) {
        return report.table().rows().stream()
                .filter(cells -> cells.get(0).equals(row))
                .map(cells -> ((Number) cells.get(column)).doubleValue())
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void storm_withoutJitterADependencyComesBackToAnAvalanche(long seed) {
        LabReport report = run("storm", seed, Map.of());

        double avalanche = number(report, "no jitter", 1);
        for (String jitter : List.of("equal jitter", "full jitter", "decorrelated jitter")) {
            assertThat(number(report, jitter, 1)).as(jitter).isLessThan(avalanche / 5);
            assertThat(number(report, jitter, 6)).as(jitter).isLessThan(number(report, "no jitter", 6));
        }
        assertThat(report.verdict()).startsWith("With 'no jitter' the dependency comes back to ");
        assertThat(report.charts()).extracting("name").contains("attempts", "goodput", "latency", "queue");
    }

    /** Its breaker stays open for longer than the run lasts: there is no peak to compare with. */
    @Test
    void storm_aPolicyThatDoesNotCallAgainHasNoPeak() {
        Contender api = new Contender("api", RetryPolicy.preset("api"));
        Contender silent = new Contender("three-retries", RetryPolicy.preset("three-retries"));

        assertThat(run("storm", 1, Map.of(), api, silent).verdict())
                .startsWith("With 'api' the dependency comes back to ")
                .endsWith("attempts a second, with 'three-retries' to none while this run lasts; it can do 800.");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void contention_hasThePublishedShape(long seed) {
        LabReport report = run("contention", seed, Map.of());

        double full = number(report, "full jitter", 1);
        assertThat(full).isLessThan(number(report, "exponential, no jitter", 1) / 2);
        assertThat(number(report, "decorrelated jitter", 1)).isCloseTo(full, withPercentage(20));
        assertThat(number(report, "no backoff", 1)).isGreaterThan(2 * full);
        assertThat(report.table().rows())
                .allSatisfy(row -> assertThat(row.get(4)).isEqualTo(0.0));
        assertThat(report.verdict()).contains("100 clients need").contains("'no backoff'");
    }

    @Test
    void layers_threeAttemptsAtFiveLayersAre243Calls_andThreeWithOneOwner() {
        LabReport report = run("layers", 1, Map.of());

        assertThat(number(report, "every layer retries", 1)).isEqualTo(243);
        assertThat(number(report, "the first layer owns the retries", 1)).isEqualTo(3);
        assertThat(number(report, "one owner and a budget", 1)).isBetween(1.0, 1.5);
        assertThat(report.verdict()).contains("send it 243 requests").contains("owns the retries, 3,");
        assertThat(number(run("layers", 1, Map.of("layers", 3.0, "attempts", 4.0)), "every layer retries", 1))
                .isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void metastable_retriesWithoutALimitKeepTheOverloadAlive(long seed) {
        LabReport report = run("metastable", seed, Map.of());

        assertThat(number(report, "4 attempts", 3)).isLessThan(5);
        assertThat(number(report, "4 attempts", 5)).isGreaterThan(80);
        for (String policy : List.of("no retries", "4 attempts, 10 % budget", "4 attempts, breaker")) {
            assertThat(number(report, policy, 3)).as(policy).isGreaterThan(95);
        }
        assertThat(report.verdict())
                .contains("'4 attempts' stays overloaded 120 s after the cause is gone")
                .endsWith("recover.");
    }

    @Test
    void metastable_aMildTriggerHurtsNobody() {
        LabReport report = run("metastable", 1, Map.of("slowness", 1.1));

        assertThat(report.verdict())
                .isEqualTo("After 8 s of slowness the system recovers by itself with each of these policies.");
    }

    @Test
    void budgetVersusBreaker_aBreakerDependsOnHowManyShareTheLoad_aBudgetDoesNot() {
        LabReport report = run("budget-vs-breaker", 1, Map.of());

        List<Double> budget = new ArrayList<>();
        List<Double> breaker = new ArrayList<>();
        for (List<Object> row : report.table().rows()) {
            if (row.get(0).equals("budget of 20 %")) {
                budget.add((Double) row.get(2));
            } else if (row.get(0).equals("breaker at 50 %")) {
                breaker.add((Double) row.get(2));
            }
        }
        assertThat(budget).hasSize(3).allSatisfy(share -> assertThat(share).isBetween(50.0, 65.0));
        assertThat(breaker.get(0)).isLessThan(breaker.get(2) / 2);
        assertThat(report.verdict()).contains("'breaker at 50 %' serves").contains("depending on how many clients");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void lostResponse_onlyKeysGiveBothNoDuplicatesAndNoDoubt(long seed) {
        LabReport report = run("lost-response", seed, Map.of());

        assertThat(number(report, "retries, without keys", 3)).isBetween(400.0, 650.0);
        assertThat(number(report, "retries with keys", 3)).isZero();
        assertThat(number(report, "retries with keys", 5)).isZero();
        assertThat(number(report, "retries only where safe", 3)).isZero();
        assertThat(number(report, "retries only where safe", 5)).isBetween(400.0, 650.0);
        assertThat(report.verdict()).contains("a second time; with keys none");
    }

    @Test
    void deadline_twoSecondsBecomeSixUnlessTheRestIsPassedOn() {
        LabReport report = run("deadline", 1, Map.of());

        assertThat(number(report, "each service has its own limit", 2)).isBetween(5.9, 6.0);
        assertThat(number(report, "what is left is passed on", 2)).isBetween(1.9, 2.0);
        assertThat(number(report, "each service has its own limit", 3)).isGreaterThan(30);
        assertThat(number(report, "what is left is passed on", 3)).isZero();
        assertThat(report.verdict())
                .startsWith("A user waits 2 s;")
                .contains("up to 5.97 s")
                .contains("up to 2 s");
    }

    @Test
    void hedge_theTailShrinksForAFewPercentMoreLoad() {
        LabReport report = run("hedge", 1, Map.of());

        assertThat(number(report, "hedge after p95", 3)).isLessThan(number(report, "no hedge", 3) / 2);
        assertThat(number(report, "hedge after p95", 6)).isBetween(1.0, 8.0);
        assertThat(report.verdict()).startsWith("One call in a hundred takes over ");
    }

    @Test
    void aws2026_theNewDefaultsPeakLower() {
        LabReport report = run("aws-2026", 1, Map.of());

        assertThat(number(report, "from 2026 on", 3)).isLessThan(number(report, "before", 3) * 0.8);
        assertThat(number(report, "from 2026 on", 1)).isCloseTo(number(report, "before", 1), withPercentage(2));
        assertThat(report.verdict()).startsWith("Through a minute of errors, 'from 2026 on' peaks at ");
    }

    @Test
    void twoPoliciesStandSideBySide_andOneStandsBeforeThoseOfTheScenario() {
        Contender mine = new Contender(
                "mine",
                RetryPolicy.named("mine")
                        .backoff(Backoff.fixed(Duration.ofMillis(200)).noJitter())
                        .build());
        Contender api = new Contender("api", RetryPolicy.preset("api"));

        assertThat(run("storm", 1, Map.of(), mine, api).table().rows())
                .extracting(row -> row.get(0))
                .containsExactly("mine", "api");
        assertThat(run("storm", 1, Map.of(), mine).table().rows())
                .extracting(row -> row.get(0))
                .containsExactly("mine", "no jitter", "equal jitter", "full jitter", "decorrelated jitter");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run("layers", 1, Map.of(), mine, api))
                .withMessageContaining("leave out the second one, 'against'");
    }

    @Test
    void parametersOutOfBounds_unknownOnesAndContradictions_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run("storm", 1, Map.of("capacity", 0.0)))
                .withMessageContaining("'capacity' is 0, but 50 to 1000000 is allowed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run("storm", 1, Map.of("customers", 3.0)))
                .withMessageContaining("no parameter 'customers'")
                .withMessageContaining("clients");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run("deadline", 1, Map.of("work", 3.0)))
                .withMessageContaining("'slow-work' (1.99 s) must not be shorter than 'work' (3 s)");
    }

    @Test
    void everyScenarioTellsHowFarItIs_andTheSameSeedGivesTheSameBytesInEveryFormat() {
        for (LabScenario scenario : Scenarios.all()) {
            List<Double> told = new ArrayList<>();
            LabReport one = scenario.run(new LabRun(scenario, 1, Map.of(), List.of(), told::add, Long.MAX_VALUE));
            LabReport other = run(scenario.name(), 1, Map.of());

            for (ReportFormat format : ReportFormat.values()) {
                assertThat(format.write(other))
                        .as(scenario.name() + ", " + format)
                        .isEqualTo(format.write(one));
            }
            assertThat(told).as(scenario.name()).isSorted().allMatch(share -> share > 0 && share <= 1);
            assertThat(told.get(told.size() - 1)).as(scenario.name()).isEqualTo(1.0);
        }
    }
}
