package dev.oncemore.torture.compose;

import dev.oncemore.once.Reconciler;
import dev.oncemore.torture.compose.Act.Kind;
import dev.oncemore.torture.ledger.Booking;
import dev.oncemore.torture.ledger.Ledger;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The other side: books, refuses, and loses replies as planned. It is the innermost layer. */
final class Bank implements Step {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final World world;
    private final Ledger ledger;
    private final Set<String> rejected = new HashSet<>();
    private int calls;
    private int lookUps;

    Bank(World world, Ledger ledger) {
        this.world = world;
        this.ledger = ledger;
    }

    @Override
    public String run(Call call) throws Exception {
        Act act = world.calm || calls >= world.spec.acts().size()
                ? Act.FINE
                : world.spec.acts().get(calls);
        calls++;
        world.trace.add(call.visit().number, "bank is called:", act);
        world.time.sleep(act.beforeMillis() * NANOS_PER_MILLI);
        Kind kind = act.kind();
        String key = world.spec.honoursKeys() ? call.bankKey() : null;
        if (!kind.books) {
            refuse(kind, key, call);
        }
        Booking known = ledger.find(call.operation(), key);
        if (known == null && rejected.contains(key)) {
            world.landed(Kind.REJECTS);
            throw new BankException(Kind.REJECTS);
        }
        Booking booking = known == null ? book(call, key) : known;
        if (known != null) {
            // It is this call's effect as much as that of the one that booked: both asked for it under one key.
            call.invocation().brought(known);
        }
        world.time.sleep(act.afterMillis() * NANOS_PER_MILLI);
        return reply(kind, booking);
    }

    private Booking book(Call call, @Nullable String key) {
        boolean byDeposed = world.isDeposed(call);
        Booking booking = ledger.book(call.operation(), key, byDeposed, call.invocation());
        world.trace.add(
                call.visit().number, byDeposed ? "bank BOOKS for a deposed owner" : "bank BOOKS", booking.receipt());
        return booking;
    }

    /** Somebody who repeats a request for what is booked gets no rejection: the bank knows that key. */
    private void refuse(Kind kind, @Nullable String key, Call call) throws BankException {
        boolean isBooked =
                key == null ? ledger.any(call.operation()) != null : ledger.find(call.operation(), key) != null;
        if (kind == Kind.REJECTS && isBooked) {
            throw refused(Kind.UNAVAILABLE);
        }
        if (kind == Kind.REJECTS && key != null) {
            rejected.add(key);
        }
        throw refused(kind);
    }

    private BankException refused(Kind kind) {
        world.landed(kind);
        return new BankException(kind);
    }

    private String reply(Kind kind, Booking booking) throws BankException {
        if (kind != Kind.BOOKS) {
            world.landed(kind);
        }
        switch (kind) {
            case LOSES_REPLY -> throw new BankException(kind);
            case BUG_AFTER -> throw new IllegalStateException("a bug after the effect");
            case ERROR_AFTER -> throw new MachineError();
            default -> {
                return booking.receipt();
            }
        }
    }

    /** Whether it happened, as far as the bank answers. */
    Reconciler.Answer find(Call call, @Nullable String key) throws IOException {
        Spec.LookUp answer = world.calm || lookUps >= world.spec.lookUps().size()
                ? Spec.LookUp.TRUE
                : world.spec.lookUps().get(lookUps);
        lookUps++;
        Booking booking = world.spec.honoursKeys() && key != null
                ? ledger.find(call.operation(), key)
                : ledger.any(call.operation());
        world.trace.add(call.visit().number, "bank is asked:", answer);
        return switch (answer) {
            case FAILS -> throw new IOException("the look-up failed");
            case CANNOT_TELL -> Reconciler.Answer.cannotTell();
            case TRUE ->
                booking == null ? Reconciler.Answer.didNotHappen() : Reconciler.Answer.happened(booking.receipt());
            case TRUE_WITHOUT_VALUE ->
                booking == null ? Reconciler.Answer.didNotHappen() : Reconciler.Answer.happened(null);
        };
    }

    /** An error of the machine, such as a full heap. */
    private static final class MachineError extends Error {
        private static final long serialVersionUID = 1L;

        MachineError() {
            super("the machine failed", null, false, false);
        }
    }
}
