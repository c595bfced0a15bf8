package dev.oncemore.task.saga;

import dev.oncemore.internal.Text;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Finding;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Scope;
import java.util.Optional;
import java.util.function.Function;

/**
 * The records of one saga: one per step that has ended, one per undo, and one for turning back.
 *
 * @param once the engine that keeps them
 * @param finder how they are looked up
 * @param name the saga's name
 * @param key the key it was started with
 */
record Journal(Once once, Function<Key, Finding> finder, String name, String key) {
    private static final int KEY_LENGTH_MAX = 120;
    private static final String TENANT = "oncemore";

    /** Creates the journal of a saga to start or find; refuses a key that is too long for its records. */
    static Journal of(Once once, Saga<?> saga, String key) {
        return of(once, once::find, saga, key);
    }

    /** As {@link #of(Once, Saga, String)}, with records as a transaction sees them. */
    static Journal of(Once once, Function<Key, Finding> finder, Saga<?> saga, String key) {
        Text.requireKeyLike("saga key", key, KEY_LENGTH_MAX);
        Journal journal = new Journal(once, finder, saga.name(), key);
        saga.steps().forEach(step -> journal.undoing(step.name()));
        return journal;
    }

    /** The key of which all others are children; it has no record. */
    Key root() {
        return Scope.of(TENANT, operationName()).key(key);
    }

    String operationName() {
        return "saga:" + name;
    }

    /** The operation on one of these records, with its own codec: steps keep states, the others text. */
    <T> KeyedOperation<T> effect(Key which, Codec<T> codec) {
        return once.operation(operationName(), codec).build().key(which);
    }

    Key doing(String step) {
        return root().child("do:" + step);
    }

    Key undoing(String step) {
        return root().child("undo:" + step);
    }

    Key turningBack() {
        return root().child("turn back");
    }

    /**
     * Reads the record, if any.
     *
     * @throws IllegalStateException if its retention is over: whether the effect happened is no longer known
     */
    Optional<OnceRecord> read(Key which) {
        Finding finding = finder.apply(which);
        if (finding instanceof Finding.Expired) {
            throw new IllegalStateException("the record of " + which + " has expired, so the saga cannot continue on"
                    + " its own; check what it did, and set a longer retention (SagaSettings.retention)");
        }
        return finding.record();
    }

    /** Reads the text of a record, if any. */
    Optional<String> readText(Key which) {
        return read(which).map(OnceRecord::response).map(Bytes::toArray).map(Codec.text()::decode);
    }

    boolean hasTurnedBack() {
        return read(turningBack())
                .filter(found -> found.state() == RecordState.SUCCEEDED)
                .isPresent();
    }

    /** Why the saga turned back. */
    String reasonOfTurningBack() {
        return readText(turningBack()).orElse("no reason was recorded");
    }
}
