package dev.oncemore.desk.send;

import dev.oncemore.connector.ConnectorException;
import dev.oncemore.connector.Pace;
import dev.oncemore.desk.document.CreatedDocument;
import dev.oncemore.desk.sheet.RowEvent;
import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowLogEntry;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.RowTransition;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRow;
import dev.oncemore.once.Outcome;
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

    /** Marks rows that wait as being sent; others stay as they are. */
    void sending(SendRequest request) {
        updates.put(new RowUpdate(request, RowTransition.SENT, null, "", "", List.of()));
    }

    Verdict created(SendAttempt attempt, CreatedDocument receipt) {
        attempt.system().pace().ended();
        if (!receipt.content().equals(attempt.content())) {
            return ended(
                    attempt,
                    RowTransition.TAKEN,
                    "the number " + attempt.request().document() + " exists already with other content (id "
                            + receipt.id() + "); nothing was created, use another number for another document",
                    0);
        }
        boolean isOwn = receipt.origin().equals(attempt.request().origin());
        mark(
                attempt,
                isOwn ? RowTransition.CREATED : RowTransition.KNOWN,
                isOwn ? RowEvent.ROW_PROCESSED_SUCCESS : RowEvent.ROW_DUPLICATE,
                isOwn ? "" : "it had been created earlier; nothing was created now",
                receipt.id(),
                0);
        return Verdict.done(receipt.id());
    }

    Verdict failed(SendAttempt attempt, Outcome.Failed<CreatedDocument> failed) throws Exception {
        Throwable cause = failed.cause().orElse(null);
        if (cause instanceof DocumentCreation.NotSent && cause.getCause() instanceof RuntimeException why) {
            throw why;
        }
        if (cause instanceof DocumentCreation.NotThere absent) {
            return attempt.isAsking()
                    ? ended(attempt, RowTransition.NOT_THERE, AskingPlan.NOT_THERE, 0)
                    : gaveUp(attempt, absent.reason(), absent.status());
        }
        if (cause instanceof ConnectorException refusal) {
            if (refusal.isRefusal()) {
                return ended(
                        attempt, RowTransition.REFUSED, refusal.classification().reason(), refusal.status());
            }
            Optional<Verdict> held =
                    held(attempt, refusal, attempt.isAsking() ? RowTransition.ASKED : RowTransition.HELD);
            if (held.isPresent()) {
                return held.get();
            }
        }
        if (attempt.isAsking()) {
            // Whatever went wrong, a document that is only asked for is not sent.
            return ask(attempt, cause == null ? failed.reason() : words(cause), status(cause));
        }
        if (cause == null || failed.isFinal()) {
            return ended(attempt, RowTransition.REFUSED, failed.reason(), 0);
        }
        if (attempt.isLast()) {
            return gaveUp(attempt, words(cause), status(cause));
        }
        mark(attempt, RowTransition.RETRIED, RowEvent.ROW_RETRY, words(cause), "", status(cause));
        throw rethrown(cause);
    }

    private Verdict gaveUp(SendAttempt attempt, String why, int status) {
        String words = "gave up after " + attempt.number() + " attempts, nothing was created: " + why;
        return ended(attempt, RowTransition.GAVE_UP, words, status);
    }

    /** Pauses the queue during a lock-out, which is no attempt. A 429 makes all others wait as well, but counts as one. */
    private Optional<Verdict> held(SendAttempt attempt, ConnectorException failure, RowTransition transition) {
        if (!failure.isLockedOut()) {
            return Optional.empty();
        }
        String words = words(failure);
        mark(attempt, transition, RowEvent.ROW_HELD, words, "", failure.status());
        Duration span = attempt.system().pace().held().map(Pace.Hold::span).orElse(MOMENT);
        return Optional.of(Verdict.pauseQueue(span, words));
    }

    /** Ends in Error without an id: an id under this number would be another document's, and only the message names it. */
    private Verdict ended(SendAttempt attempt, RowTransition transition, String why, int status) {
        mark(attempt, transition, RowEvent.ROW_PROCESSED_ERROR, why, "", status);
        return Verdict.rejected(why);
    }

    Verdict unknown(SendAttempt attempt, Outcome.Unknown<CreatedDocument> unknown) {
        Throwable cause = attempt.failedLookUp()
                .<Throwable>map(failure -> failure)
                .or(unknown::cause)
                .orElse(null);
        boolean isAsking = attempt.isAsking();
        if (cause instanceof ConnectorException failure) {
            Optional<Verdict> held = held(attempt, failure, isAsking ? RowTransition.ASKED : RowTransition.LOST);
            if (held.isPresent()) {
                return held.get();
            }
        }
        String words = cause != null ? words(cause) : unknown.reason();
        int status = status(cause);
        if (!attempt.canFind()) {
            String told = "nobody knows whether it was created (" + words + ")" + UnknownAdvice.onUnknown(false);
            mark(attempt, RowTransition.UNASKABLE, RowEvent.ROW_UNKNOWN, told, "", status);
            return Verdict.rejected(words);
        }
        if (isAsking || attempt.isLast()) {
            return ask(attempt, words, status);
        }
        mark(attempt, RowTransition.LOST, RowEvent.ROW_RETRY, words, "", status);
        // A bug is not judged by the policy, which would give up at once: the next attempt asks for the number.
        return Verdict.failed(
                cause instanceof ConnectorException failure ? failure : ConnectorException.unknown(words));
    }

    /** From now on the document is only asked for, less and less often; after a day a person is asked. */
    private Verdict ask(SendAttempt attempt, String why, int status) {
        int asked = attempt.isAsking() ? attempt.number() : 0;
        Optional<Duration> next = AskingPlan.delayAfter(asked);
        if (next.isEmpty()) {
            mark(attempt, RowTransition.UNANSWERED, RowEvent.ROW_UNKNOWN, AskingPlan.inVain(asked, why), "", status);
            return Verdict.rejected(why);
        }
        RowEvent event = asked == 0 ? RowEvent.ROW_UNKNOWN : RowEvent.ROW_ASKED;
        mark(attempt, RowTransition.ASKED, event, AskingPlan.goesOn(why), "", status);
        return Verdict.retryLater(next.get(), why);
    }

    /** The same for a document of which no attempt is made any more. */
    Verdict ask(SendAttempt attempt, String message) {
        mark(attempt, RowTransition.ASKED, RowEvent.ROW_UNKNOWN, message, "", 0);
        return Verdict.retryLater(AskingPlan.delayAfter(0).orElseThrow(), message);
    }

    /** Changes the rows of a document, and logs why. */
    void mark(SendAttempt attempt, RowTransition transition, RowEvent event, String words, String id, int status) {
        mark(attempt.request(), attempt.sheet(), attempt.rows(), transition, event, words, id, status);
    }

    /** As above, of rows that cannot be sent. */
    void mark(
            SendRequest request,
            Sheet sheet,
            List<SheetRow> rows,
            RowTransition transition,
            RowEvent event,
            String words,
            String id,
            int status) {
        int number = SendAttempt.number(rows);
        String told = transition == RowTransition.LOST ? "checking: " + words : words;
        List<RowLogEntry> lines = rows.stream()
                .map(row -> log.line(sheet, row, event, request.who(), request.revision(), number, status, id, told))
                .toList();
        // The state Sending says enough; why an attempt is repeated is in the history.
        String message = transition.to() == RowState.SENDING ? "" : told;
        updates.put(new RowUpdate(request, transition, counted(rows, number, transition, event), message, id, lines));
    }

    /** A wait is no attempt; questions are counted apart from attempts. */
    private static @Nullable Integer counted(
            List<SheetRow> rows, int number, RowTransition transition, RowEvent event) {
        if (event == RowEvent.ROW_HELD) {
            return null;
        }
        return transition == RowTransition.ASKED && !SendAttempt.areAsked(rows) ? 0 : number;
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
