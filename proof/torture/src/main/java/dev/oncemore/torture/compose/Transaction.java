package dev.oncemore.torture.compose;

import dev.oncemore.once.record.Key;
import dev.oncemore.torture.ledger.Booking;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A database transaction: records and effects that stay together or vanish together. */
final class Transaction {
    private final JoinedRecords records;
    /** The earlier state of each record that it has changed; null for new ones. */
    private final Map<Key, JoinedRecords.@Nullable Row> before = new HashMap<>();

    private final List<Booking> bookings = new ArrayList<>();

    Transaction(JoinedRecords records) {
        this.records = records;
    }

    Map<Key, JoinedRecords.@Nullable Row> before() {
        return before;
    }

    void booked(Booking booking) {
        bookings.add(booking);
    }

    /** Ends it; the effects count from now on. */
    void commit(boolean isUnforeseeable) {
        records.release(this);
        for (Booking booking : bookings) {
            booking.commit();
            if (isUnforeseeable) {
                booking.markUnforeseeable();
            }
        }
    }

    void rollback() {
        records.restore(this);
        bookings.forEach(Booking::undo);
    }

    /** The result of a commit. */
    enum Commit {
        FINE,
        /** The database refuses it: a deadlock, a serialization failure. */
        FAILS,
        /** The connection is cut before the commit. */
        CUT_BEFORE,
        /** The connection is cut after the commit. */
        CUT_AFTER
    }
}
