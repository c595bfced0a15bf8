package dev.oncemore.torture.nemesis.node;

import dev.oncemore.once.record.Key;
import java.time.Duration;

/** Names and times that nodes and the auditor share. */
public final class Workload {
    /** The operation of effects under a lease. */
    public static final String LEASED = "leased";

    /** The operation of effects in the store's own database. */
    public static final String ATOMIC = "atomic";

    /** The lease of records and tasks. */
    public static final Duration LEASE = Duration.ofSeconds(1);
    /** The table of effects that happen in the store's own database; nothing in it is unique. */
    public static final String LEDGER = "torture_ledger";

    private Workload() {}

    /** The record's key of an effect at the bank. */
    public static Key key(String name) {
        return Key.of("torture", LEASED, name);
    }

    /** The record's key of an effect in the store's own database. */
    public static Key atomicKey(String name) {
        return Key.of("torture", ATOMIC, name);
    }
}
