package dev.oncemore.bench.once;

/** What is measured on a store. */
enum Act {
    /** A new key: claimed, a trivial effect elsewhere, completed. */
    LEASED,
    /** A key whose effect is done: its outcome is looked up. */
    REPLAY,
    /** A new key, and an effect in the same transaction. */
    ATOMIC
}
