package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.CuttingDataSource;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Cuts a connection at every point of an act: before and after each statement, before and after each commit. */
public final class EveryCut {
    private static final int POINTS_MAX = 200;

    private final CuttingDataSource cutting;

    public EveryCut(CuttingDataSource cutting) {
        this.cutting = cutting;
    }

    /** Cuts at the first point, then at the second, and so on, until there is none left; the act answers what must hold then. */
    public void act(Supplier<Runnable> act) {
        at(cutting::cutBefore, act);
        at(cutting::cutAfter, act);
        at(cutting::cutBeforeCommit, act);
        at(cutting::cutAfterCommit, act);
    }

    private void at(LongConsumer plan, Supplier<Runnable> act) {
        for (int point = 1; point < POINTS_MAX; point++) {
            plan.accept(point);
            Runnable check = act.get();
            boolean wasCut = cutting.hasCut();
            cutting.cancelCut();
            check.run();
            if (!wasCut) {
                return;
            }
        }
        throw new AssertionError("there is no end of points to cut at");
    }

    /** What a verb of a store answers, which says that nobody knows when it was cut, and may then be repeated. */
    public static <T> T repeated(Supplier<T> verb) {
        try {
            return verb.get();
        } catch (StoreException e) {
            assertThat(e.classification().kind()).isEqualTo(FailureKind.TIMEOUT_UNKNOWN_OUTCOME);
            return verb.get();
        }
    }
}
