package dev.oncemore.jdbc;

/** How long a claim of our own waits for an open transaction that has its key. The user's transaction waits as it is set. */
enum LockWait {
    /** Long enough for a transaction that is about to end: 100 ms on PostgreSQL, 1 s on MariaDB, which counts in seconds. */
    SHORT,
    /** Not at all, or as short as the database can. */
    NONE
}
