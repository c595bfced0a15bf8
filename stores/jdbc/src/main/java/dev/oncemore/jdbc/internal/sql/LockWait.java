package dev.oncemore.jdbc.internal.sql;

/** How long a statement outside of user transactions waits for an open transaction that has a row. */
public enum LockWait {
    /**
     * Long enough for a transaction that is about to end: 100 ms for records on PostgreSQL, 1 s for tasks and on MariaDB, which
     * counts in seconds.
     */
    SHORT,
    /** Not at all, or as briefly as the database allows. */
    NONE
}
