package dev.oncemore.torture.ledger;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call of one layer, with the effects that it caused, directly or through the layers below. */
public final class Invocation {
    private final @Nullable Invocation caller;
    private @Nullable List<Booking> bookings;

    /** A call that the caller's call makes; null for the outermost. */
    public Invocation(@Nullable Invocation caller) {
        this.caller = caller;
    }

    /** Adds an effect to this call, and to all calls that it is part of. */
    public void brought(Booking booking) {
        for (Invocation at = this; at != null; at = at.caller) {
            if (at.bookings == null) {
                at.bookings = new ArrayList<>(2);
            }
            at.bookings.add(booking);
        }
    }

    /** How many of its effects count. */
    public int standing() {
        int count = 0;
        if (bookings != null) {
            for (Booking booking : bookings) {
                count += booking.counts() ? 1 : 0;
            }
        }
        return count;
    }
}
