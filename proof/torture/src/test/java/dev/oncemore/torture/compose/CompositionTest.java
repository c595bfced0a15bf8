package dev.oncemore.torture.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.torture.compose.BankBehaviour.Kind;
import dev.oncemore.torture.compose.Layer.Declared;
import dev.oncemore.torture.compose.Layer.Form;
import dev.oncemore.torture.compose.Layer.Leased;
import dev.oncemore.torture.compose.Layer.Lie;
import dev.oncemore.torture.compose.Layer.Limit;
import dev.oncemore.torture.compose.Layer.Lying;
import dev.oncemore.torture.compose.Layer.OnUnknown;
import dev.oncemore.torture.compose.Layer.Retrying;
import dev.oncemore.torture.net.Context;
import dev.oncemore.torture.net.ProgressLine;
import dev.oncemore.torture.net.Report;
import dev.oncemore.torture.net.Violation;
import dev.oncemore.torture.sim.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompositionTest {
    private static final BankBehaviour LOST = new BankBehaviour(Kind.LOSES_REPLY, 5, 0);

    private static Context histories(long count) {
        return new Context(
                List.of(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                3,
                OptionalLong.empty(),
                Duration.ofMinutes(2),
                OptionalLong.of(count),
                false,
                false,
                ProgressLine.SILENT);
    }

    private static Spec spec(List<Layer> layers, List<BankBehaviour> acts, List<Integer> visits) {
        return new Spec(
                1, Spec.Mode.CALLS, true, layers, acts, List.of(), List.of(), List.of(), List.of(), visits, List.of());
    }

    private static void judge(long seed) throws InterruptedException {
        System.out.println("seed " + seed);
        Report report = new CompositionSuite().search(seed, histories(10_000));
        assertThat(report.violations())
                .as("seed %d", seed)
                .extracting(violation -> violation.rule() + "\n" + violation.seed() + "\n" + violation.history())
                .isEmpty();
        assertThat(report.histories()).isEqualTo(10_000);
    }

    @Test
    void everyPromiseIsKeptFromAFixedSeed() throws InterruptedException {
        judge(20_261_116);
    }

    @Test
    void everyPromiseIsKeptFromARandomSeed() throws InterruptedException {
        judge(System.nanoTime() & 0xffff_ffff_ffffL);
    }

    @Test
    void everyKindOfFaultLands() throws InterruptedException {
        Report report = new CompositionSuite().search(7, histories(3_000));
        assertThat(report.faults())
                .containsKeys(
                        "loses reply",
                        "unauthorized",
                        "rejects",
                        "interrupted",
                        "cancelled",
                        "proxy says 401",
                        "store finish",
                        "store extend",
                        "store insert",
                        "store read",
                        "store take over",
                        "commit cut after");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000, 1_000_000})
    void aSeedMakesTheSameHistoryWheneverItIsRun(long first) {
        Simulation used = new Simulation();
        for (long seed = first; seed < first + 300; seed++) {
            Spec spec = SpecGenerator.of(seed);
            History.Result once = History.run(spec, new Simulation(), new Tally(), true);
            History.Result again = History.run(SpecGenerator.of(seed), used, new Tally(), false);
            assertThat(again.hash()).as("seed %d", seed).isEqualTo(once.hash());
            assertThat(again.broken()).isEqualTo(once.broken());
            used = used.isStuck() ? new Simulation() : used;
        }
    }

    @ParameterizedTest
    @EnumSource(Lie.class)
    void aLayerThatLiesIsFound(Lie lie) {
        Spec spec = spec(List.of(new Lying(lie), new Leased(1, OnUnknown.RUN_AGAIN, false)), List.of(LOST), List.of(0));
        Spec unprotected = spec(List.of(retrying(), new Lying(lie)), List.of(), List.of(0));

        Spec tried = lie == Lie.REPEATS ? unprotected : spec;
        History.Result result = History.run(tried, new Simulation(), new Tally(), false);

        assertThat(result.broken()).isNotNull();
    }

    private static Retrying retrying() {
        return new Retrying(3, 0, 0, true, Declared.KEYED, Form.BLOCKING);
    }

    @Test
    void theSameNestingWithoutTheLieIsFine() {
        Spec spec = spec(List.of(new Leased(1, OnUnknown.RUN_AGAIN, false)), List.of(LOST), List.of(0));

        assertThat(History.run(spec, new Simulation(), new Tally(), false).broken())
                .isNull();
    }

    @Test
    void aViolationShrinksToTheLayerThatLiesAndTheFaultThatShowsIt() {
        Spec spec = spec(
                List.of(
                        new Limit(3_000),
                        retrying(),
                        new Lying(Lie.FORGETS_DOUBT),
                        new Leased(1, OnUnknown.RUN_AGAIN, true),
                        retrying()),
                List.of(
                        new BankBehaviour(Kind.UNAVAILABLE, 40, 0),
                        new BankBehaviour(Kind.BUG_AFTER, 150, 40),
                        new BankBehaviour(Kind.THROTTLES, 5, 5)),
                List.of(0, 40, 900));

        Spec small = Shrinker.shrink(spec);

        assertThat(small.layers()).containsExactly(new Lying(Lie.FORGETS_DOUBT));
        assertThat(small.acts()).containsExactly(new BankBehaviour(Kind.BUG_AFTER, 0, 0));
        assertThat(small.visits()).hasSize(1);
    }

    @Test
    void aViolationIsToldWithItsSeedAndWhatHappened() {
        Violation violation = Shrinker.explain(spec(List.of(new Lying(Lie.FORGETS_DOUBT)), List.of(LOST), List.of(0)));

        assertThat(violation.seed()).isEqualTo(1);
        assertThat(violation.rule()).startsWith("definite no for a booked effect: Lying");
        assertThat(violation.history()).contains("smallest: ", "bank BOOKS receipt-0-0", "user is told");
    }
}
