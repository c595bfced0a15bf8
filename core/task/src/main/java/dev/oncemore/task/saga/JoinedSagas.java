package dev.oncemore.task.saga;

import dev.oncemore.By;
import dev.oncemore.once.Codec;
import dev.oncemore.once.JoinedRecords;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.task.JoinedTasks;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a person does about sagas, inside one open transaction: it commits or rolls back with it.
 *
 * <pre>{@code
 * JoinedTasks joined = tasks.join(connection);
 * JoinedSagas.on(once, joined, connection).resume(checkout, order.id(), By.person("ann", "the bank is back"));
 * connection.commit();
 * joined.announce();
 * }</pre>
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public final class JoinedSagas<C> {
    private final TransactionalOnce<C> once;
    private final JoinedRecords records;
    private final JoinedTasks tasks;
    private final C transaction;
    private final SagaSettings settings;

    private JoinedSagas(TransactionalOnce<C> once, JoinedTasks tasks, C transaction, SagaSettings settings) {
        this.once = once;
        this.tasks = Objects.requireNonNull(tasks, "tasks");
        this.transaction = transaction;
        this.settings = settings;
        records = once.within(transaction);
    }

    /** The sagas whose steps are recorded by this engine. */
    public static <C> JoinedSagas<C> on(TransactionalOnce<C> once, JoinedTasks tasks, C transaction) {
        return new JoinedSagas<>(once, tasks, transaction, SagaSettings.standard());
    }

    /** As {@link Sagas#find}. */
    public <S> Optional<SagaReport<S>> find(Saga<S> saga, String key) {
        Journal journal = journal(saga, key);
        return taskOf(saga, key)
                .flatMap(id -> new Reporter<>(
                                saga, settings.codecs.of(saga.type()), Reporter.TaskReads.of(tasks.store()))
                        .report(journal, id));
    }

    /** As {@link Sagas#resume}. */
    public boolean resume(Saga<?> saga, String key, By by) {
        return taskOf(saga, key).map(id -> redrive(id, by)).orElse(false);
    }

    /** As {@link Sagas#skip}. */
    public boolean skip(Saga<?> saga, String key, String step, By by) {
        Sagas.requireStep(saga, step);
        Journal journal = journal(saga, key);
        String id = taskOf(saga, key).orElse(null);
        return id != null
                && journal.hasTurnedBack()
                && tasks.deadLetters().read(List.of(id)).get(0).isPresent()
                && markAsUndone(journal, step, by)
                && redrive(id, by);
    }

    private Optional<String> taskOf(Saga<?> saga, String key) {
        return Sagas.taskOf(tasks.store(), settings.queue, saga, key);
    }

    private Journal journal(Saga<?> saga, String key) {
        return Journal.of(once, records::find, saga, key);
    }

    /** Reopens the record of the undo first: only an unknown record can be resolved. */
    private boolean markAsUndone(Journal journal, String step, By by) {
        Key undoing = journal.undoing(step);
        TransactionalOperation<String, C> undo = once.operation(journal.operationName(), Codec.text())
                .retention(settings.retention)
                .whenUnknown(WhenUnknown.RUN_AGAIN)
                .build();
        try {
            Outcome<String> opened = undo.within(transaction).key(undoing).run(Payload.none(), () -> {
                throw StepFailure.closing("left to a person", true);
            });
            if (opened instanceof Outcome.Done<String> done && done.value().equals(Sagas.SKIPPED)) {
                return true; // by an earlier try
            }
        } catch (StepFailure leftToAPerson) {
            // Its record is unknown now, within this transaction.
        }
        return records.resolveAsHappened(undoing, Bytes.ofText(Sagas.SKIPPED), null, by);
    }

    private boolean redrive(String taskId, By by) {
        return tasks.deadLetters().redrive(List.of(taskId), by).get(0);
    }
}
