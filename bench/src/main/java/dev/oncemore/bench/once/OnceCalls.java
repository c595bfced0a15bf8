package dev.oncemore.bench.once;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;

/** {@code Once} as its users call it. */
final class OnceCalls {
    private OnceCalls() {}

    /** A new key, and an effect that does nothing. */
    static void first(Once once, String key) {
        Outcome<String> outcome = run(once, key);
        Subject.require(outcome instanceof Outcome.Done<String> done && !done.isReplay(), outcome);
    }

    /** A key whose effect is done. */
    static void replay(Once once, String key) {
        Outcome<String> outcome = run(once, key);
        Subject.require(outcome instanceof Outcome.Done<String> done && done.isReplay(), outcome);
    }

    private static Outcome<String> run(Once once, String key) {
        return once.run(
                Workload.SCOPE.key(key), Payload.json(Workload.request()), Codec.text(), claim -> Workload.RESPONSE);
    }
}
