package dev.oncemore.torture.nemesis.node;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.CuttingDataSource;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The fault that is active in this node, if any, and its effect on store verbs. */
final class FaultSwitch {
    private static final long SLOW_MILLIS = 200;

    private volatile @Nullable InjectedFault fault;
    private volatile long endNanos;
    private volatile @Nullable CuttingDataSource cutting;
    private final AtomicReference<@Nullable InjectedFault> untold = new AtomicReference<>();
    private final Consumer<InjectedFault> onLanded;

    /** Reports each fault once, when a call first runs into it. */
    FaultSwitch(Consumer<InjectedFault> onLanded) {
        this.onLanded = onLanded;
    }

    /** Sets the connections to cut; without them, cuts do nothing. */
    void cutsAt(CuttingDataSource dataSource) {
        cutting = dataSource;
    }

    void turnOn(InjectedFault next, long millis) {
        CuttingDataSource connections = cutting;
        endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        fault = next;
        untold.set(next);
        if (connections != null) {
            switch (next) {
                case CUT_BEFORE_STATEMENT -> connections.cutBefore(1);
                case CUT_AFTER_STATEMENT -> connections.cutAfter(1);
                case CUT_BEFORE_COMMIT -> connections.cutBeforeCommit();
                case CUT_AFTER_COMMIT -> connections.cutAfterCommit();
                case AWAY, FINISH_AWAY, EXTEND_AWAY, FINISH_REPLY_LOST, SLOW -> connections.cancelCut();
            }
        }
    }

    void turnOff() {
        fault = null;
        CuttingDataSource connections = cutting;
        if (connections != null) {
            tellOfCut(connections);
            connections.cancelCut();
        }
    }

    /** Whether this fault is active; reports it on the first call. */
    private boolean strikes(InjectedFault which) {
        boolean isOn = fault == which && System.nanoTime() - endNanos < 0;
        if (isOn) {
            landed(which);
        }
        return isOn;
    }

    private void landed(InjectedFault which) {
        if (untold.compareAndSet(which, null)) {
            onLanded.accept(which);
        }
    }

    private void tellOfCut(CuttingDataSource connections) {
        InjectedFault planned = untold.get();
        if (planned != null && planned.isCut() && connections.hasCut()) {
            landed(planned);
        }
    }

    /** Runs any verb but those below. */
    <T> T verb(Supplier<T> work) {
        failIf(InjectedFault.AWAY);
        slowDown();
        try {
            return work.get();
        } finally {
            CuttingDataSource connections = cutting;
            if (connections != null) {
                tellOfCut(connections);
            }
        }
    }

    <T> T finish(Supplier<T> work) {
        failIf(InjectedFault.FINISH_AWAY);
        T answer = verb(work);
        if (strikes(InjectedFault.FINISH_REPLY_LOST)) {
            throw new StoreException(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "torture: the reply was lost", null);
        }
        return answer;
    }

    <T> T extend(Supplier<T> work) {
        failIf(InjectedFault.EXTEND_AWAY);
        return verb(work);
    }

    /** Fails a connection for a user's transaction if the database is unreachable. */
    void connect() throws SQLException {
        if (strikes(InjectedFault.AWAY)) {
            throw new SQLException("torture: the database is away", "08001");
        }
    }

    private void failIf(InjectedFault which) {
        if (strikes(which)) {
            throw new StoreException(FailureKind.TRANSIENT, "torture: the store is away", null);
        }
    }

    private void slowDown() {
        if (strikes(InjectedFault.SLOW)) {
            Pauses.millis(SLOW_MILLIS);
        }
    }
}
