package dev.oncemore.torture.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What really happened, in the order in which it did. */
public final class Ledger {
    private final List<Booking> bookings = new ArrayList<>();

    /** Writes down an effect. */
    public Booking book(int operation, @Nullable String key, boolean byDeposed, Invocation by) {
        Booking booking = new Booking(operation, key, "receipt-" + operation + "-" + bookings.size(), byDeposed);
        bookings.add(booking);
        by.brought(booking);
        return booking;
    }

    /** The effect that stands under this key; null when there is none. */
    public @Nullable Booking find(int operation, @Nullable String key) {
        for (Booking booking : bookings) {
            if (booking.operation() == operation && booking.isStanding() && key != null && key.equals(booking.key())) {
                return booking;
            }
        }
        return null;
    }

    /** Any effect of this operation that stands and that somebody who had the right to it made; null without one. */
    public @Nullable Booking rightful(int operation) {
        for (Booking booking : bookings) {
            if (booking.operation() == operation
                    && booking.isStanding()
                    && !booking.isReversed()
                    && !booking.byDeposed()) {
                return booking;
            }
        }
        return null;
    }

    /** Any effect of this operation that stands, whoever made it; null without one. */
    public @Nullable Booking any(int operation) {
        for (Booking booking : bookings) {
            if (booking.operation() == operation && booking.isStanding() && !booking.isReversed()) {
                return booking;
            }
        }
        return null;
    }

    /** How many effects of this operation stand that somebody with the right to it made. */
    public int count(int operation) {
        int count = 0;
        for (Booking booking : bookings) {
            count += booking.operation() == operation && booking.isStanding() && !booking.byDeposed() ? 1 : 0;
        }
        return count;
    }

    /** Whether an effect with this receipt stands. */
    public boolean hasReceipt(String receipt) {
        for (Booking booking : bookings) {
            if (booking.isStanding() && booking.receipt().equals(receipt)) {
                return true;
            }
        }
        return false;
    }
}
