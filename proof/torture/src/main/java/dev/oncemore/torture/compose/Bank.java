package dev.oncemore.torture.compose;

import dev.oncemore.once.Reconciled;
import dev.oncemore.torture.compose.BankBehaviour.Kind;
import dev.oncemore.torture.ledger.Booking;
import dev.oncemore.torture.ledger.Ledger;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fake bank: books, refuses, and loses replies as planned. It is the innermost layer. */
final class Bank implements Step {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final World world;
    private final Ledger ledger;
    private final Set<String> rejected = new HashSet<>();
    private final Set<Integer> takenBack = new HashSet<>();
    /** Whether a look-up returned "no effect"; a request that is still on its way may book afterwards. */
    private boolean denied;

    private int calls;
    private int lookUps;

    Bank(World world, Ledger ledger) {
        this.world = world;
        this.ledger = ledger;
    }

    @Override
    public String run(Call call) throws Exception {
        BankBehaviour act = world.calm || calls >= world.spec.acts().size()
                ? BankBehaviour.FINE
                : world.spec.acts().get(calls);
        calls++;
        world.trace.add(call.visit().number, "bank is called:", act);
        world.time.sleep(act.beforeMillis() * NANOS_PER_MILLI);
        Kind kind = act.kind();
        Transaction transaction = call.transaction();
        String key = world.spec.honoursKeys() && transaction == null ? call.bankKey() : null;
        if (!kind.books) {
            refuse(kind, key, call);
        }
        Booking known = ledger.find(call.operation(), key);
        if (takenBack.contains(call.operation()) || (known == null && rejected.contains(key))) {
            world.landed(Kind.REJECTS);
            throw new BankException(Kind.REJECTS);
        }
        Booking booking = known == null ? book(call, key) : known;
        if (known != null) {
            // The effect counts for this call, too, because both calls have the same key.
            call.invocation().brought(known);
        }
        if (transaction != null) {
            transaction.booked(booking);
            booking.begin();
        }
        world.time.sleep(act.afterMillis() * NANOS_PER_MILLI);
        return reply(kind, booking);
    }

    private Booking book(Call call, @Nullable String key) {
        Booking booking = ledger.book(call.operation(), key, call.invocation());
        world.trace.add(call.visit().number, "bank BOOKS", booking.receipt());
        if (isUnforeseeable(call)) {
            world.trace.add(call.visit().number, "(no caller can know it)", "");
            booking.markUnforeseeable();
        }
        return booking;
    }

    /** Whether this call books for an abandoned request, after a look-up was answered with "no effect". */
    boolean isUnforeseeable(Call call) {
        return denied && world.isDeposed(call);
    }

    /** A repetition of a booked request is not rejected: the bank knows its key. */
    private void refuse(Kind kind, @Nullable String key, Call call) throws BankException {
        boolean isBooked =
                key == null ? ledger.any(call.operation()) != null : ledger.find(call.operation(), key) != null;
        if (kind == Kind.REJECTS && isBooked) {
            throw refused(Kind.UNAVAILABLE);
        }
        if (kind == Kind.REJECTS && key != null) {
            rejected.add(key);
        } else if (kind == Kind.REJECTS) {
            denied = true;
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

    /** Reverses an operation; the bank refuses requests for it that are still on their way. */
    void takeBack(Call call) throws Exception {
        BankBehaviour act = nextAct();
        world.trace.add(call.visit().number, "bank is asked to reverse:", act);
        world.time.sleep(act.beforeMillis() * NANOS_PER_MILLI);
        if (!act.kind().books) {
            throw refused(act.kind());
        }
        takenBack.add(call.operation());
        ledger.reverse(call.operation());
        world.trace.add(call.visit().number, "bank HAS REVERSED", "");
        if (act.kind() == Kind.LOSES_REPLY) {
            throw refused(Kind.LOSES_REPLY);
        }
    }

    private BankBehaviour nextAct() {
        BankBehaviour act = world.calm || calls >= world.spec.acts().size()
                ? BankBehaviour.FINE
                : world.spec.acts().get(calls);
        calls++;
        return act;
    }

    /** The bank's answer to a look-up of the operation. */
    Reconciled<String> find(Call call, @Nullable String key) throws IOException {
        Spec.LookUp answer = world.calm || lookUps >= world.spec.lookUps().size()
                ? Spec.LookUp.TRUE
                : world.spec.lookUps().get(lookUps);
        lookUps++;
        Booking found = world.spec.honoursKeys() && key != null
                ? ledger.find(call.operation(), key)
                : ledger.any(call.operation());
        Booking booking = found == null || found.isPending() ? null : found;
        denied |= booking == null && (answer == Spec.LookUp.TRUE || answer == Spec.LookUp.TRUE_WITHOUT_VALUE);
        world.trace.add(call.visit().number, "bank is asked:", answer);
        return switch (answer) {
            case FAILS -> throw new IOException("the look-up failed");
            case CANNOT_TELL -> Reconciled.unknown();
            case TRUE -> booking == null ? Reconciled.didNotHappen() : Reconciled.happened(booking.receipt());
            case TRUE_WITHOUT_VALUE -> booking == null ? Reconciled.didNotHappen() : Reconciled.happened();
        };
    }

    /** A JVM error, such as a full heap. */
    private static final class MachineError extends Error {
        private static final long serialVersionUID = 1L;

        MachineError() {
            super("the machine failed", null, false, false);
        }
    }
}
