package dev.oncemore.desk.sheet;

/** Why a row is in its state, where programs need to know; people read its message. */
public enum RowReason {
    /** Nothing that programs need to know. */
    NONE,
    /** Its outcome is unknown, and the accounting system is being asked. */
    CHECKING,
    /** A person withdrew its document before it was sent. */
    WITHDRAWN,
    /** A person cancelled its task. */
    TASK_CANCELLED
}
