package dev.oncemore.bench.once;

/** The operations that are measured on a store. */
enum Act {
    /** A new key is claimed, a trivial effect outside the store runs, and the key is completed. */
    LEASED,
    /** A key whose effect is done is called again, and its outcome is replayed. */
    REPLAY,
    /** A new key with an effect in the same transaction. */
    ATOMIC
}
