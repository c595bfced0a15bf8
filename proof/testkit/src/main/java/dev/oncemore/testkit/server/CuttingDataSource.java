package dev.oncemore.testkit.server;

import dev.oncemore.testkit.server.CutPlan.Act;
import dev.oncemore.testkit.server.CutPlan.Moment;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A data source whose connections break where a test plans it: the physical connection is cut, and the caller gets an
 * {@link SQLException} of state 08006, as when a cable is pulled. After a cut before a statement or commit, the server never
 * received it; after a cut behind it, the server has done it and the caller does not know.
 *
 * <p>Statements (a batch is one) and commits are counted over all connections. A cut is planned as the n-th from now on,
 * happens once, and does not affect other connections, so that the next attempt succeeds. A {@code commit} that is
 * executed as a statement counts as a statement. A pool belongs on top of this, not below:
 * {@link FreshDatabase#pooled(DataSource, int)}.
 *
 * <pre>{@code
 * CuttingDataSource cutting = CuttingDataSource.of(database.dataSource());
 * for (int n = 1; n == 1 || cutting.hasCut(); n++) { // until there is no n-th statement any more
 *     cutting.cutBefore(n);
 *     transferWithRetries(cutting, "transfer-" + n);
 *     assertThat(transfers("transfer-" + n)).isEqualTo(1);
 * }
 * }</pre>
 */
public final class CuttingDataSource extends DelegatingDataSource {
    private final CutPlan plan = new CutPlan();

    private CuttingDataSource(DataSource target) {
        super(target);
    }

    /** Wraps a data source; nothing is cut until a cut is planned. */
    public static CuttingDataSource of(DataSource target) {
        return new CuttingDataSource(target);
    }

    /** How many statements were sent to the server so far. */
    public long statements() {
        return plan.count(Act.STATEMENT);
    }

    /** How many commits were sent to the server so far, without statements that commit themselves. */
    public long commits() {
        return plan.count(Act.COMMIT);
    }

    /** Whether the cut that was planned last has happened. */
    public boolean hasCut() {
        return plan.hasCut();
    }

    /** Cuts before the n-th statement from now on; the next one is number 1. This replaces a cut that has not happened. */
    public void cutBefore(long nth) {
        plan.cut(Moment.BEFORE, Act.STATEMENT, nth);
    }

    /** As {@link #cutBefore}, when the server has executed the statement. */
    public void cutAfter(long nth) {
        plan.cut(Moment.AFTER, Act.STATEMENT, nth);
    }

    /** Cuts before the next commit. */
    public void cutBeforeCommit() {
        cutBeforeCommit(1);
    }

    /** Cuts before the n-th commit from now on. */
    public void cutBeforeCommit(long nth) {
        plan.cut(Moment.BEFORE, Act.COMMIT, nth);
    }

    /** Cuts when the server has committed the next time. */
    public void cutAfterCommit() {
        cutAfterCommit(1);
    }

    /** Cuts when the server has committed the n-th time from now on. */
    public void cutAfterCommit(long nth) {
        plan.cut(Moment.AFTER, Act.COMMIT, nth);
    }

    /**
     * As {@link #cutBefore}, but the process dies: the caller gets a {@link KilledProcessError}, which nobody retries, and every
     * later statement and commit of this data source is cut until {@link #revive}.
     */
    public void killBefore(long nth) {
        plan.kill(Moment.BEFORE, Act.STATEMENT, nth);
    }

    /** As {@link #killBefore}, when the server has executed the statement. */
    public void killAfter(long nth) {
        plan.kill(Moment.AFTER, Act.STATEMENT, nth);
    }

    /** As {@link #killBefore}, at the next commit. */
    public void killBeforeCommit() {
        plan.kill(Moment.BEFORE, Act.COMMIT, 1);
    }

    /** As {@link #killBefore}, when the server has committed the next time. */
    public void killAfterCommit() {
        plan.kill(Moment.AFTER, Act.COMMIT, 1);
    }

    /** Lets another process use this data source after a kill. */
    public void revive() {
        plan.revive();
    }

    /** Cancels a cut that has not happened. */
    public void cancelCut() {
        plan.cancel();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return CuttingConnection.over(super.getConnection(), plan);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return CuttingConnection.over(super.getConnection(user, password), plan);
    }

    @Override
    public String toString() {
        return "cutting " + super.toString();
    }
}
