package dev.oncemore.jdbc.internal.record;

/** How long a claim outside of user transactions waits for an open transaction that holds its key. */
enum LockWait {
    /** Long enough for a transaction that is about to end: 100 ms on PostgreSQL, 1 s on MariaDB, which counts in seconds. */
    SHORT,
    /** Not at all, or as briefly as the database allows. */
    NONE
}
