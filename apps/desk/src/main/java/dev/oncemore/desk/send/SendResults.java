package dev.oncemore.desk.send;

import dev.oncemore.connector.ConnectorException;
import dev.oncemore.connector.Pace;
import dev.oncemore.desk.document.Receipt;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowReason;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.once.Outcome;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the outcome of an attempt means for the rows and for the task. */
final class SendResults {
    private static final Duration MOMENT = Duration.ofMillis(100);

    private final RowUpdates updates;
    private final RowLog log;

    SendResults(RowUpdates updates, RowLog log) {
        this.updates = updates;
        this.log = log;
    }

    /** Marks rows as being sent; false when they were withdrawn or sent again since. */
    boolean sending(SendRequest request) {
        return updates.put(new RowUpdate(request, RowState.SENDING, RowReason.NONE, "", "", List.of()));
    }

    Verdict created(SendAttempt attempt, Receipt receipt) {
        attempt.system().pace().ended();
        if (!receipt.content().equals(attempt.document().content())) {
            return refused(
                    attempt,
                    "the number " + attempt.request().document() + " exists already with other content (id "
                            + receipt.id() + "); nothing was created, use another number for another document",
                    0);
        }
        boolean isOwn = receipt.origin().equals(attempt.request().origin());
        mark(
                attempt,
                isOwn ? RowState.CREATED : RowState.DUPLICATE,
                isOwn ? RowEvent.ROW_PROCESSED_SUCCESS : RowEvent.ROW_DUPLICATE,
                isOwn ? "" : "it had been created earlier; nothing was created now",
                receipt.id(),
                0);
        return Verdict.done(receipt.id());
    }

    Verdict failed(SendAttempt attempt, Outcome.Failed<Receipt> failed) throws Exception {
        Throwable cause = failed.cause().orElse(null);
        if (cause instanceof DocumentCreation.Withdrawn) {
            return Verdict.rejected(words(cause));
        }
        if (cause instanceof ConnectorException refusal) {
            if (refusal.isRefusal()) {
                return refused(attempt, refusal.classification().reason(), refusal.status());
            }
            Optional<Verdict> held = held(attempt, refusal, RowState.PENDING);
            if (held.isPresent()) {
                return held.get();
            }
        }
        if (cause == null || failed.isFinal()) {
            return refused(attempt, failed.reason(), 0);
        }
        if (isLast(attempt.task())) {
            String words =
                    "gave up after " + attempt.task().attempt() + " attempts, nothing was created: " + words(cause);
            return refused(attempt, words, status(cause));
        }
        mark(attempt, RowState.SENDING, RowEvent.ROW_RETRY, words(cause), "", status(cause));
        throw rethrown(cause);
    }

    /** Pauses the queue during a lock-out, which is no attempt. A 429 makes all others wait as well, but counts as one. */
    private Optional<Verdict> held(SendAttempt attempt, ConnectorException failure, RowState state) {
        if (!failure.isLockedOut()) {
            return Optional.empty();
        }
        String words = words(failure);
        mark(attempt, state, RowEvent.ROW_HELD, words, "", failure.status());
        Duration span = attempt.system().pace().held().map(Pace.Hold::span).orElse(MOMENT);
        return Optional.of(Verdict.pauseQueue(span, words));
    }

    /** Ends in Error without an id: an id under this number would be another document's, and only the message names it. */
    private Verdict refused(SendAttempt attempt, String why, int status) {
        mark(attempt, RowState.ERROR, RowEvent.ROW_PROCESSED_ERROR, why, "", status);
        return Verdict.rejected(why);
    }

    Verdict unknown(SendAttempt attempt, Outcome.Unknown<Receipt> unknown) throws Exception {
        Throwable cause = unknown.cause().orElse(null);
        if (cause instanceof ConnectorException failure) {
            Optional<Verdict> held = held(attempt, failure, RowState.UNKNOWN);
            if (held.isPresent()) {
                return held.get();
            }
        }
        String words = cause != null ? words(cause) : unknown.reason();
        boolean canFind = attempt.system().canFind(attempt.sheet().type().word());
        if (isLast(attempt.task()) || !canFind) {
            mark(
                    attempt,
                    RowState.UNKNOWN,
                    RowEvent.ROW_UNKNOWN,
                    "nobody knows whether it was created (" + words + ")" + UnknownAdvice.onUnknown(canFind),
                    "",
                    status(cause));
            return Verdict.rejected(words);
        }
        mark(attempt, RowState.UNKNOWN, RowEvent.ROW_RETRY, words, "", status(cause));
        // A bug is not judged by the policy, which would give up at once: the next attempt asks for the number.
        throw cause instanceof ConnectorException failure ? failure : ConnectorException.unknown(words);
    }

    private void mark(SendAttempt attempt, RowState state, RowEvent event, String words, String id, int status) {
        mark(attempt.request(), attempt.sheet(), attempt.rows(), attempt.task(), state, event, words, id, status);
    }

    /** Sets the rows of a document to a state, and logs why. */
    void mark(
            SendRequest request,
            Sheet sheet,
            List<SheetRow> rows,
            TaskRun task,
            RowState state,
            RowEvent event,
            String words,
            String id,
            int status) {
        boolean isChecking = state == RowState.UNKNOWN && event != RowEvent.ROW_UNKNOWN;
        String told = isChecking ? "checking: " + words : words;
        List<RowLogEntry> lines = rows.stream()
                .map(row -> log.line(
                        sheet, row, event, request.who(), request.revision(), task.attempt(), status, id, told))
                .toList();
        // The state Sending says enough; why an attempt is repeated is in the history.
        String message = state == RowState.SENDING ? "" : told;
        RowReason reason = isChecking ? RowReason.CHECKING : RowReason.NONE;
        updates.put(new RowUpdate(request, state, reason, message, id, lines));
    }

    private static boolean isLast(TaskRun task) {
        return task.attempt() >= SendHandler.POLICY.maxAttempts();
    }

    private static Exception rethrown(Throwable cause) {
        return cause instanceof Exception exception ? exception : new IllegalStateException(cause);
    }

    private static int status(@Nullable Throwable cause) {
        return cause instanceof ConnectorException failure ? failure.status() : 0;
    }

    static String words(Throwable cause) {
        return cause instanceof ConnectorException ? String.valueOf(cause.getMessage()) : String.valueOf(cause);
    }
}
