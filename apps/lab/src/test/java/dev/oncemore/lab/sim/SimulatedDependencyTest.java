package dev.oncemore.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulatedDependencyTest {
    private static final ServiceTime TEN_MILLIS = ServiceTime.of(ServiceTime.Shape.FIXED, Duration.ofMillis(10));
    private static final Duration END = Duration.ofSeconds(10);

    private final Timeline timeline = new Timeline();
    private final CallFigures calls = new CallFigures(Duration.ofSeconds(1), END);
    private final DependencyFigures figures = new DependencyFigures(Duration.ofSeconds(1), END);
    private final List<Double> endsMillis = new ArrayList<>();

    private SimulatedCaller caller(DependencyModel model, Safety safety, int attempts) {
        RetryPolicy policy = RetryPolicy.named("test")
                .maxAttempts(attempts)
                .backoff(Backoff.fixed(Duration.ofMillis(100)).noJitter())
                .attemptTimeout(Duration.ofMillis(500))
                .deadline(Duration.ofSeconds(8))
                .unlimitedBudget()
                .build();
        return new SimulatedCaller(
                timeline,
                policy,
                safety,
                new SimulatedDependency(timeline, model, figures, new SplittableRandom(3)),
                calls,
                new SplittableRandom(4));
    }

    private void callAt(SimulatedCaller caller, int millis) {
        timeline.at(
                millis * 1_000_000L,
                code -> caller.call((call, succeeded) -> endsMillis.add(timeline.nanoTime() / 1e6)),
                0);
    }

    @Test
    void oneWorkerTakesRequestsInTurn() {
        SimulatedCaller caller = caller(DependencyModel.healthy(1, TEN_MILLIS), Safety.readOnly(), 1);
        callAt(caller, 0);
        callAt(caller, 0);
        callAt(caller, 5);
        timeline.runToEnd();

        assertThat(endsMillis).containsExactly(10.0, 20.0, 30.0);
        assertThat(calls.successes()).isEqualTo(3);
    }

    @Test
    void aFullQueueRefuses() {
        SimulatedCaller caller = caller(DependencyModel.healthy(1, TEN_MILLIS).queue(1), Safety.readOnly(), 1);
        callAt(caller, 0);
        callAt(caller, 0);
        callAt(caller, 0);
        timeline.runToEnd();

        assertThat(figures.refusals()).isEqualTo(1);
        assertThat(calls.failedBy(Reply.REFUSED)).isEqualTo(1);
        assertThat(calls.successes()).isEqualTo(2);
    }

    @Test
    void aCrashCutsWhatIsUnderWay_refusesWhatComes_andStartsEmptyAgain() {
        DependencyModel model = DependencyModel.healthy(1, TEN_MILLIS)
                .fault(FaultWindow.crash(Duration.ofMillis(15), Duration.ofMillis(60)));
        SimulatedCaller caller = caller(model, Safety.readOnly(), 2);
        for (int i = 0; i < 5; i++) {
            callAt(caller, 10); // four of them are cut at 15
        }
        callAt(caller, 20); // refused, and again at 121
        timeline.runToEnd();

        assertThat(calls.failedBy(Reply.RESET)).isEqualTo(5);
        assertThat(calls.failedBy(Reply.REFUSED)).isEqualTo(1);
        assertThat(calls.successes()).isEqualTo(6);
        assertThat(endsMillis).startsWith(125.0, 135.0); // 15 + 100 ms of delay + 10 ms of work, on an empty queue
    }

    @Test
    void workForACallerThatHasLeftIsDoneAllTheSame_unlessItIsDropped() {
        DependencyModel slow =
                DependencyModel.healthy(1, ServiceTime.of(ServiceTime.Shape.FIXED, Duration.ofMillis(400)));
        SimulatedCaller caller = caller(slow, Safety.readOnly(), 1);
        callAt(caller, 0);
        callAt(caller, 1);
        callAt(caller, 2);
        timeline.runToEnd();

        assertThat(figures.completed()).isEqualTo(3);
        assertThat(figures.wasted()).isEqualTo(2);
        assertThat(calls.successes()).isEqualTo(1);

        DependencyFigures careful = new DependencyFigures(Duration.ofSeconds(1), END);
        SimulatedDependency dropping =
                new SimulatedDependency(timeline, slow.droppingExpired(), careful, new SplittableRandom(3));
        SimulatedCaller again = new SimulatedCaller(
                timeline,
                RetryPolicy.named("t")
                        .attemptTimeout(Duration.ofMillis(500))
                        .maxAttempts(1)
                        .build(),
                Safety.readOnly(),
                dropping,
                calls,
                new SplittableRandom(4));
        for (int i = 0; i < 3; i++) {
            again.call(null);
        }
        timeline.runToEnd();

        assertThat(careful.drops()).isEqualTo(1); // the third would begin after 800 ms
        assertThat(careful.completed()).isEqualTo(2);
    }

    @Test
    void aRepeatedRequestHasASecondEffect_unlessItsKeyIsKept() {
        DependencyModel losing = DependencyModel.healthy(10, TEN_MILLIS).lost(1);
        SimulatedCaller careless = caller(losing, Safety.idempotent(), 3);
        callAt(careless, 0);
        timeline.runToEnd();

        assertThat(figures.effects()).isEqualTo(1);
        assertThat(figures.duplicates()).isEqualTo(2);
        assertThat(calls.doubtful()).isEqualTo(1);

        SimulatedCaller keyed = caller(losing.keepingKeys(), Safety.keyed("k"), 3);
        callAt(keyed, 5_000);
        timeline.runToEnd();

        assertThat(figures.effects()).isEqualTo(2);
        assertThat(figures.duplicates()).isEqualTo(2);
        assertThat(figures.replays()).isEqualTo(2);
    }

    @Test
    void requestsOverTheRateAreThrottled() {
        SimulatedCaller caller =
                caller(DependencyModel.healthy(1_000, TEN_MILLIS).throttledAt(10), Safety.readOnly(), 1);
        for (int i = 0; i < 30; i++) {
            callAt(caller, 0);
            callAt(caller, 1_000);
        }
        timeline.runToEnd();

        assertThat(calls.successes()).isEqualTo(20);
        assertThat(calls.failedBy(Reply.THROTTLED)).isEqualTo(40);
    }

    @Test
    void aColdStartIsSlow_andAHangingDependencyTimesOut() {
        DependencyModel cold = DependencyModel.healthy(1, TEN_MILLIS)
                .fault(FaultWindow.crash(Duration.ZERO, Duration.ofMillis(100)))
                .fault(FaultWindow.hang(Duration.ofSeconds(2), Duration.ofSeconds(3)))
                .slowStart(Duration.ofSeconds(1));
        SimulatedCaller caller = caller(cold, Safety.readOnly(), 1);
        callAt(caller, 100);
        callAt(caller, 2_500);
        timeline.runToEnd();

        assertThat(endsMillis).containsExactly(140.0, 3_000.0);
        assertThat(calls.failures()).isEqualTo(1);
    }

    @Test
    void refusesModelsThatContradictThemselves() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DependencyModel.healthy(0, TEN_MILLIS))
                .withMessageContaining("capacity")
                .withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DependencyModel.healthy(1, TEN_MILLIS)
                        .fault(FaultWindow.crash(Duration.ofSeconds(1), Duration.ofSeconds(3)))
                        .fault(FaultWindow.slow(Duration.ofSeconds(2), Duration.ofSeconds(4), 2)))
                .withMessageContaining("overlap");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FaultWindow.crash(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .withMessageContaining("from 2 s to 1 s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DependencyModel.healthy(1, TEN_MILLIS).errors(1.5));
    }
}
