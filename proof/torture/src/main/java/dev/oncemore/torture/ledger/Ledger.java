package dev.oncemore.torture.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All effects that really happened, in order. */
public final class Ledger {
    private final List<Booking> bookings = new ArrayList<>();

    /** Adds an effect. */
    public Booking book(int operation, @Nullable String key, Invocation by) {
        Booking booking = new Booking(operation, key, "receipt-" + operation + "-" + bookings.size());
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

    /** An effect of this operation that counts; null without one. */
    public @Nullable Booking known(int operation) {
        for (Booking booking : bookings) {
            if (booking.operation() == operation && booking.counts()) {
                return booking;
            }
        }
        return null;
    }

    /** Any effect of this operation that was not rolled back; null without one. */
    public @Nullable Booking any(int operation) {
        for (Booking booking : bookings) {
            if (booking.operation() == operation
                    && booking.isStanding()
                    && !booking.isReversed()
                    && !booking.isPending()) {
                return booking;
            }
        }
        return null;
    }

    /** Whether an effect of this operation ever took place, in a transaction that is open too. */
    boolean hasHappened(int operation) {
        for (Booking booking : bookings) {
            if (booking.operation() == operation && booking.isStanding()) {
                return true;
            }
        }
        return false;
    }

    /** The number of effects of this operation that could be known, including reversed ones. */
    public int count(int operation) {
        int count = 0;
        for (Booking booking : bookings) {
            boolean tookPlace = booking.isStanding() && !booking.isPending() && !booking.isUnforeseeable();
            count += booking.operation() == operation && tookPlace ? 1 : 0;
        }
        return count;
    }

    /** Marks every effect of this operation as reversed by a compensation. */
    public void reverse(int operation) {
        for (Booking booking : bookings) {
            if (booking.operation() == operation) {
                booking.reverse();
            }
        }
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
