package dev.oncemore.examples.checkout;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import java.util.HashSet;
import java.util.Set;

/** Three other systems, which do each request once per key; and a switch that makes them fail. */
final class Suppliers {
    private final Set<String> reserved = new HashSet<>();
    private final Set<String> charged = new HashSet<>();
    private final Set<String> shipped = new HashSet<>();
    private Fault fault = Fault.NONE;

    void set(Fault fault) {
        this.fault = fault;
    }

    void reserve(String key) {
        reserved.add(key);
    }

    void release(String key) {
        reserved.remove(key);
    }

    void charge(String key) {
        charged.add(key);
    }

    void refund(String key) {
        if (fault == Fault.SHIPPING_AND_REFUNDS) {
            throw new RefusedException("refunds are closed");
        }
        charged.remove(key);
    }

    void ship(String key) {
        if (fault != Fault.NONE) {
            throw new RefusedException("no carrier goes there");
        }
        shipped.add(key);
    }

    int reserved() {
        return reserved.size();
    }

    int charged() {
        return charged.size();
    }

    int shipped() {
        return shipped.size();
    }

    /** The fault switch. */
    enum Fault {
        NONE,
        SHIPPING,
        SHIPPING_AND_REFUNDS
    }

    /** A final no. */
    static final class RefusedException extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1L;

        RefusedException(String why) {
            super(why);
        }

        @Override
        public Classification classification() {
            return Classification.permanent(String.valueOf(getMessage()));
        }
    }
}
