package dev.oncemore.operations.audit;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.transaction.TransactionWork;
import dev.oncemore.once.KnownOutcome;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.TransactionalTasks;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs acts, each as one transaction on the store's database: the key is claimed, the effect happens, its audit lines and the
 * answer are written, and one commit decides about all of it. After a crash an act is done with its lines, or not done; no
 * outcome is unknown. On SQLite acts that wait at the same time share a commit, and a failed one is rolled back alone. Acts
 * that only enqueue a task share statements, too, on every database.
 */
public final class Acts {
    /** For a whole sheet in one transaction. */
    private static final RetryPolicy LARGE = RetryPolicy.named("large-acts")
            .maxAttempts(5)
            .backoff(Backoff.exponential(Duration.ofMillis(50)).fullJitter())
            .noAttemptTimeout()
            .deadline(Duration.ofMinutes(2))
            .unlimitedBudget()
            .build();

    private final Database database;
    private final TransactionalTasks<Connection> tasks;
    private final TransactionalOnce<Connection> once;
    private final AuditTrail trail;
    private final ActPlaces places;
    private final SharedEnqueues enqueues;

    /** Acts on this database, which has the tasks, the records and the trail. */
    public Acts(
            Database database,
            TransactionalTasks<Connection> tasks,
            TransactionalOnce<Connection> once,
            AuditTrail trail) {
        this.database = database;
        this.tasks = tasks;
        this.once = once;
        this.trail = trail;
        this.places = new ActPlaces(database);
        enqueues = new SharedEnqueues(this);
    }

    /** Does it. */
    public <T> T run(Act<T> act) {
        return transact(patience(act), Safety.undeclared(), here -> perform(here, act));
    }

    /** Does it once for this key; a repetition gets the recorded answer. */
    public <T> Outcome<T> run(ActKey<T> key, Act<T> act) {
        TransactionalOperation<T, Connection> operation =
                once.operation(key.key().scope().operation(), key.codec()).build();
        if (act instanceof EnqueueAct<T> enqueue && enqueue.isShareable()) {
            KnownOutcome<T> known = operation.known(key.key(), key.payload(), enqueue.knownAnswer());
            if (enqueues.isDone(known, enqueue)) {
                return known.outcome();
            }
        }
        return transact(
                patience(act),
                Safety.keyed(key.key().value()),
                here -> operation
                        .within(here.connection())
                        .key(key.key())
                        .run(key.payload(), () -> perform(here, act)));
    }

    private static <T> T perform(ActTransaction here, Act<T> act) {
        T answer = act.in(here);
        here.writeLines();
        return answer;
    }

    private static @Nullable RetryPolicy patience(Act<?> act) {
        return act.isLarge() ? LARGE : null;
    }

    /** Runs it with this policy, or with the standard one. */
    private <T> T transact(@Nullable RetryPolicy policy, Safety safety, Act<T> work) {
        return transact(policy, safety, work, true);
    }

    /** Runs a batch without a place among the acts: batches take turns, and so one connection at most. */
    <T> T transactTogether(RetryPolicy policy, Safety safety, Act<T> work) {
        return transact(policy, safety, work, false);
    }

    private <T> T transact(@Nullable RetryPolicy policy, Safety safety, Act<T> work, boolean needsPlace) {
        TransactionWork<T, SQLException> attempt = connection -> work.in(new ActTransaction(this, connection));
        Supplier<T> transaction =
                () -> policy == null ? database.transact(safety, attempt) : database.transact(policy, safety, attempt);
        return needsPlace ? places.run(LARGE.equals(policy), transaction) : transaction.get();
    }

    Database database() {
        return database;
    }

    TransactionalTasks<Connection> tasks() {
        return tasks;
    }

    TransactionalOnce<Connection> once() {
        return once;
    }

    AuditTrail trail() {
        return trail;
    }
}
