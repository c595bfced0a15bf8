package dev.oncemore.desk.sheet;

import java.util.Locale;

/** Why a row is in its state. Programs decide by it; people read the row's message. */
public enum RowReason {
    /** The state says it all. */
    NONE,
    /** A check found something wrong in its document. */
    INVALID,
    /** The accounting system has its number with other content. */
    OTHER_CONTENT,
    /** A person corrected it and has not sent it again yet. */
    CORRECTED,
    /** The accounting system asked to wait. */
    HELD,
    /** The accounting system refused it. */
    REFUSED,
    /** The last attempt failed, too, and nothing was created. */
    GAVE_UP,
    /** The accounting system was asked later and does not have it. */
    NOT_THERE,
    /** The desk could not send it. */
    DESK_FAILED,
    /** Its outcome is unknown; the next attempt asks the accounting system first. */
    CHECKING,
    /** Its outcome is unknown; nothing is sent any more, and the desk keeps asking the accounting system. */
    ASKING,
    /** The accounting system was asked without an answer; a person has to look. */
    NO_ANSWER,
    /** The accounting system cannot be asked; a person has to look. */
    NO_LOOK_UP,
    /** Being withdrawn; never committed. */
    WITHDRAWING,
    /** A person withdrew its document before it was sent. */
    WITHDRAWN,
    /** A person cancelled its task. */
    TASK_CANCELLED;

    /** Whether the desk asks the accounting system by itself, so that a person need not. */
    public boolean isAskedFor() {
        return this == CHECKING || this == ASKING;
    }

    /** As programs read it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
