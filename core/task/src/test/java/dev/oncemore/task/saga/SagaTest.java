package dev.oncemore.task.saga;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is wrong with a declaration is said when it is declared. */
class SagaTest {
    private static Saga.Builder<String> checkout() {
        return Saga.of("checkout", String.class);
    }

    private static String act(String state, StepRun step) {
        return state;
    }

    private static void takeBack(String state, StepRun step) {}

    @Test
    void aStepsNameIsTakenOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> checkout()
                        .step("stock", SagaTest::act)
                        .step("payment", SagaTest::act)
                        .step("stock", SagaTest::act))
                .withMessage("saga 'checkout' has a step 'stock' already");
    }

    @Test
    void aSagaHasSteps() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> checkout().build())
                .withMessage("saga 'checkout' must have at least one step");
        Saga.Builder<String> long100 = checkout();
        for (int i = 0; i < 100; i++) {
            long100.step("step " + i, SagaTest::act);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> long100.step("one more", SagaTest::act))
                .withMessageContaining("at most 100 steps");
        assertThat(long100.build().steps()).hasSize(100);
    }

    @Test
    void anUndoNeedsAStep_andAStepHasOneAtMost() {
        assertThatIllegalStateException()
                .isThrownBy(() -> checkout().undo(SagaTest::takeBack))
                .withMessage("undo applies to the step before it, but there is none");
        assertThatIllegalStateException()
                .isThrownBy(() -> checkout().timeout(Duration.ofSeconds(1)))
                .withMessageStartingWith("timeout applies to the step before it");
        assertThatIllegalStateException()
                .isThrownBy(() -> checkout()
                        .step("stock", SagaTest::act)
                        .undo(SagaTest::takeBack)
                        .undo(SagaTest::takeBack))
                .withMessage("step 'stock' already has an undo");
    }

    @Test
    void namesAreShortAndPrintable() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Saga.of("n".repeat(61), String.class))
                .withMessage("saga name must have at most 60 characters, but has 61");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> checkout().step("", SagaTest::act))
                .withMessage("step name must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> checkout().step("größe", SagaTest::act))
                .withMessageContaining("step name must be printable ASCII");
    }

    @Test
    void whatIsCompensatedInDoubtNeedsAnUndo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> checkout()
                        .step("stock", SagaTest::act)
                        .inDoubt(InDoubt.COMPENSATE)
                        .build())
                .withMessage("step 'stock' is to be compensated when in doubt, but has no undo");
    }

    @Test
    void aTimeoutIsOverZero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> checkout().step("stock", SagaTest::act).timeout(Duration.ZERO))
                .withMessage("timeout must be over 0, but is 0 ms");
    }
}
