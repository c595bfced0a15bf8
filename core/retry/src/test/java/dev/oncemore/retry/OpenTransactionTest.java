package dev.oncemore.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The test resources list the probe below, and one that does not exist. */
class OpenTransactionTest {
    private static final ThreadLocal<Boolean> FRAMEWORK = ThreadLocal.withInitial(() -> false);

    /** Stands for a framework's transaction manager. */
    public static final class Probe implements TransactionProbe {
        @Override
        public boolean isTransactionOpen() {
            return FRAMEWORK.get();
        }

        @Override
        public String remedy() {
            return "with the framework, join its transaction";
        }
    }

    @Test
    void nothingIsRefusedWithoutATransaction_andTheMessageIsNotMade() {
        AtomicBoolean made = new AtomicBoolean();

        assertThatCode(() -> OpenTransaction.requireNone(() -> {
                    made.set(true);
                    return "x";
                }))
                .doesNotThrowAnyException();
        assertThat(made).isFalse();
    }

    @Test
    void anActOfItsOwnIsRefusedInsideAMarkedTransaction() {
        assertThatIllegalStateException()
                .isThrownBy(() -> OpenTransaction.around(() -> {
                    OpenTransaction.requireNone(() -> "it would outlive a rollback; join instead");
                    return true;
                }))
                .withMessage("it would outlive a rollback; join instead");
        OpenTransaction.requireNone(() -> "the transaction is over");
    }

    @Test
    void anActOfItsOwnIsRefusedInsideAFrameworksTransaction_withTheFrameworksRemedy() {
        FRAMEWORK.set(true);
        try {
            assertThatIllegalStateException()
                    .isThrownBy(() -> OpenTransaction.requireNone(() -> "it would outlive a rollback"))
                    .withMessage("it would outlive a rollback; with the framework, join its transaction");
            assertThat(OpenTransaction.isOpen())
                    .as("what a probe sees is not marked: engines around calls of other systems still retry")
                    .isFalse();
        } finally {
            FRAMEWORK.remove();
        }
        OpenTransaction.requireNone(() -> "the transaction is over");
    }

    @Test
    void actionsAfterTheCommitAreLeftToTheCommitter_alsoFromMarksInside() {
        List<Runnable> waiting = new ArrayList<>();
        List<String> done = new ArrayList<>();

        OpenTransaction.around(waiting::add, () -> {
            OpenTransaction.afterCommit(() -> done.add("outer"));
            return OpenTransaction.around(() -> {
                OpenTransaction.afterCommit(() -> done.add("inner"));
                return true;
            });
        });
        assertThat(done).isEmpty();
        waiting.forEach(Runnable::run);

        assertThat(done).containsExactly("outer", "inner");
    }

    @Test
    void actionsAfterTheCommitRunAtOnce_whenTheCommitIsNotObserved() {
        AtomicInteger done = new AtomicInteger();

        OpenTransaction.afterCommit(done::incrementAndGet);
        OpenTransaction.around(() -> {
            OpenTransaction.afterCommit(done::incrementAndGet);
            return true;
        });

        assertThat(done).hasValue(2);
    }

    @Test
    void aTransactionHoldsBackABoundedNumberOfReports() {
        List<Runnable> waiting = new ArrayList<>();
        AtomicInteger told = new AtomicInteger();

        OpenTransaction.around(waiting::add, () -> {
            for (int i = 0; i < 10_003; i++) {
                OpenTransaction.reportAfterCommit(told::incrementAndGet);
            }
            OpenTransaction.afterCommit(told::incrementAndGet);
            return true;
        });

        assertThat(told).hasValue(3);
        assertThat(waiting).as("with the action, which is not a report").hasSize(10_001);
    }

    @Test
    void aFailureAfterTheCommitIsNoFailureOfTheTransaction() {
        List<Runnable> waiting = new ArrayList<>();
        OpenTransaction.around(waiting::add, () -> {
            OpenTransaction.afterCommit(() -> {
                throw new IllegalStateException("too late");
            });
            return true;
        });

        assertThatCode(() -> waiting.forEach(Runnable::run)).doesNotThrowAnyException();
    }
}
