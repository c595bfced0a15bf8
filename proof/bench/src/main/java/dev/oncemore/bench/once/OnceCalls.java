package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Subject;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordStore;
import java.util.function.Supplier;

/** {@code Once} as its users call it. */
final class OnceCalls {
    private OnceCalls() {}

    static Subject leased(Once once) {
        return Subject.of(Subject.ONCEMORE, key -> first(once, key));
    }

    /** On a new store in each round. */
    static Subject leased(Supplier<RecordStore> stores) {
        Once[] once = new Once[1];
        return new Subject(Subject.ONCEMORE, () -> once[0] = Once.on(stores.get()), key -> first(once[0], key));
    }

    static Subject replaying(Once once) {
        return Subject.of(Subject.ONCEMORE, key -> {
            Outcome<String> outcome = run(once, key);
            Subject.require(outcome instanceof Outcome.Done<String> done && done.isReplay(), outcome);
        });
    }

    /** A new key, and an effect that does nothing. */
    static void first(Once once, String key) {
        requireNew(run(once, key));
    }

    static void requireNew(Outcome<String> outcome) {
        Subject.require(outcome instanceof Outcome.Done<String> done && !done.isReplay(), outcome);
    }

    private static Outcome<String> run(Once once, String key) {
        return once.run(key(key), payload(), Codec.text(), claim -> Workload.RESPONSE);
    }

    static Key key(String key) {
        return Workload.SCOPE.key(key);
    }

    static Payload payload() {
        return Payload.json(Workload.request());
    }
}
