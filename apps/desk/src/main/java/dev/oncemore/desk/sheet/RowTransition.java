package dev.oncemore.desk.sheet;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All transitions of rows. Statements take their conditions from here, and {@code docs/states.md} has the same table. */
public enum RowTransition {
    /** The file was read, and nothing is wrong with the document. */
    UPLOADED(RowState.PENDING, RowReason.NONE),
    /** The file was read, and a check fails on the document. */
    UPLOADED_WRONG(RowState.ERROR, RowReason.INVALID),
    /** The file was read, and the document had been created before. */
    UPLOADED_CREATED(RowState.DUPLICATE, RowReason.NONE),
    /** The file was read, and the number had been created before with other content. */
    UPLOADED_TAKEN(RowState.ERROR, RowReason.OTHER_CONTENT),
    /** A correction makes a check fail on the document. */
    CORRECTED_WRONG(RowState.ERROR, RowReason.INVALID, RowState.PENDING, RowState.ERROR),
    /** Corrected before the sheet is confirmed. */
    CORRECTED_UNSENT(RowState.PENDING, RowReason.NONE, RowState.PENDING, RowState.ERROR),
    /** Corrected after the sheet was confirmed. */
    CORRECTED(RowState.ERROR, RowReason.CORRECTED, RowState.ERROR),
    /** Its task runs. */
    SENT(RowState.SENDING, RowReason.NONE, RowState.PENDING),
    /** The accounting system asked to wait; that is no attempt. */
    HELD(RowState.PENDING, RowReason.HELD, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** An attempt failed without an effect, and another one follows. */
    RETRIED(RowState.SENDING, RowReason.NONE, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** No reply, or an inconclusive one; the next attempt looks the number up first. */
    LOST(true, RowState.UNKNOWN, RowReason.CHECKING, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** Created, or found by its number. */
    CREATED(true, RowState.CREATED, RowReason.NONE, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** The record names another sheet, with the same content. */
    KNOWN(true, RowState.DUPLICATE, RowReason.NONE, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** The number exists with other content. */
    TAKEN(true, RowState.ERROR, RowReason.OTHER_CONTENT, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** The accounting system refused it. */
    REFUSED(true, RowState.ERROR, RowReason.REFUSED, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** The last attempt failed, and nothing was created. */
    GAVE_UP(true, RowState.ERROR, RowReason.GAVE_UP, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** The desk could not send it, for a reason of its own. */
    FAILED(true, RowState.ERROR, RowReason.DESK_FAILED, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** The last attempt or a withdrawal left the outcome unknown: it is not sent any more, only asked for. */
    ASKED(true, RowState.UNKNOWN, RowReason.ASKING, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** It was asked for and is not there. */
    NOT_THERE(true, RowState.ERROR, RowReason.NOT_THERE, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** It was asked for a day without an answer, or the desk failed after it was sent. */
    UNANSWERED(true, RowState.UNKNOWN, RowReason.NO_ANSWER, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** The outcome is unknown, and the accounting system cannot be asked. */
    UNASKABLE(true, RowState.UNKNOWN, RowReason.NO_LOOK_UP, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** Withdrawn before it was sent. */
    WITHDRAWN(RowState.ERROR, RowReason.WITHDRAWN, RowState.PENDING),
    /** Withdrawn too late: it is being sent. */
    KEPT(true, RowState.SENDING, RowReason.NONE),
    /** Its task was cancelled before it was sent. */
    CANCELLED(RowState.ERROR, RowReason.TASK_CANCELLED, RowState.PENDING),
    /** Its task was cancelled after it was sent, or while it is claimed. */
    CANCELLED_LATE(RowState.UNKNOWN, RowReason.TASK_CANCELLED, RowState.PENDING, RowState.SENDING, RowState.UNKNOWN),
    /** Sent again by a person. */
    RESENT(RowState.PENDING, RowReason.NONE, RowState.PENDING, RowState.SENDING, RowState.ERROR, RowState.UNKNOWN);

    private static final String IS_WITHDRAWN = "state = 'ERROR' AND reason IN ('WITHDRAWN', 'TASK_CANCELLED')";

    private final boolean isFromWithdrawn;
    private final RowState to;
    private final RowReason reason;
    /** Names, since an enum must not have a field that can change. */
    private final String from;

    RowTransition(RowState to, RowReason reason, RowState... from) {
        this(false, to, reason, from);
    }

    /**
     * A transition.
     *
     * @param isFromWithdrawn whether it also replaces a withdrawal or cancellation that came in between
     */
    RowTransition(boolean isFromWithdrawn, RowState to, RowReason reason, RowState... from) {
        this.isFromWithdrawn = isFromWithdrawn;
        this.to = to;
        this.reason = reason;
        this.from = Arrays.stream(from).map(RowState::name).collect(Collectors.joining(", "));
    }

    /** The state after it. */
    public RowState to() {
        return to;
    }

    /** The reason after it. */
    public RowReason reason() {
        return reason;
    }

    /** The condition on a row before it, in SQL. */
    public String condition() {
        String states = from.isEmpty() ? "" : "state IN ('" + from.replace(", ", "', '") + "')" + unlessCancelled();
        return Stream.of(states, isFromWithdrawn ? "(" + IS_WITHDRAWN + ")" : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" OR ", "(", ")"));
    }

    /** What is left to another run of the task needs a task: a row whose task was cancelled stays as it is. */
    private String unlessCancelled() {
        return switch (this) {
            case HELD, RETRIED, LOST, ASKED -> " AND reason <> '" + RowReason.TASK_CANCELLED + "'";
            default -> "";
        };
    }

    /** The rows before it, as the documentation writes them. */
    String before() {
        String words = Stream.of(from, isFromWithdrawn ? "ERROR if withdrawn" : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "–" : words;
    }
}
