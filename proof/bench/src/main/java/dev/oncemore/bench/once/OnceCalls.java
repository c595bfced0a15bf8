package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Subject;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordStore;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Calls of {@code Once}, as users write them. */
final class OnceCalls {
    private OnceCalls() {}

    /** The operation of the workload's keys. */
    static Operation<String> pay(Once once) {
        return once.operation(Workload.SCOPE.operation(), Codec.text()).build();
    }

    static Subject leased(Operation<String> pay) {
        return Subject.of(Subject.ONCEMORE, key -> first(pay, key));
    }

    /** A subject with a new store in each round. */
    static Subject leased(Supplier<RecordStore> stores) {
        AtomicReference<Operation<String>> pay = new AtomicReference<>();
        return new Subject(
                Subject.ONCEMORE,
                () -> pay.set(pay(Once.on(stores.get()))),
                key -> first(Objects.requireNonNull(pay.get()), key));
    }

    static Subject replaying(Operation<String> pay) {
        return Subject.of(Subject.ONCEMORE, key -> {
            Outcome<String> outcome = run(pay, key);
            Subject.require(outcome instanceof Outcome.Done<String> done && done.isReplay(), outcome);
        });
    }

    /** A new key, and an effect that does nothing. */
    static void first(Operation<String> pay, String key) {
        requireNew(run(pay, key));
    }

    static void requireNew(Outcome<String> outcome) {
        Subject.require(outcome instanceof Outcome.Done<String> done && !done.isReplay(), outcome);
    }

    private static Outcome<String> run(Operation<String> pay, String key) {
        return pay.key(key(key)).run(payload(), claim -> Workload.RESPONSE);
    }

    static Key key(String key) {
        return Workload.SCOPE.key(key);
    }

    static Payload payload() {
        return Payload.json(Workload.request());
    }
}
