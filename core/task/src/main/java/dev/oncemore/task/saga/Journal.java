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

/**
 * The records of one saga: one for its start, one for each step, one for each undo, and one for its turning back.
 *
 * @param once where they are kept
 * @param name the saga's name
 * @param key what it was started with
 */
record Journal(Once once, String name, String key) {
    private static final int KEY_LENGTH_MAX = 120;
    private static final String TENANT = "oncemore";

    /** The journal of a saga that is to be started or looked for; refuses a key that some record could not have. */
    static Journal of(Once once, Saga<?> saga, String key) {
        Text.requireKeyLike("saga key", key, KEY_LENGTH_MAX);
        Journal journal = new Journal(once, saga.name(), key);
        saga.steps().forEach(step -> journal.undoing(step.name()));
        return journal;
    }

    Key start() {
        return Scope.of(TENANT, operationName()).key(key);
    }

    private String operationName() {
        return "saga:" + name;
    }

    /** The effect of one of these records, by a codec of its own: steps keep states, the others text. */
    <T> KeyedOperation<T> effect(Key which, Codec<T> codec) {
        return once.operation(operationName(), codec).build().key(which);
    }

    Key doing(String step) {
        return start().child("do:" + step);
    }

    Key undoing(String step) {
        return start().child("undo:" + step);
    }

    Key turningBack() {
        return start().child("turn back");
    }

    /**
     * The record, if there is one.
     *
     * @throws IllegalStateException when its retention is over: whether the effect happened is not known any more
     */
    Optional<OnceRecord> read(Key which) {
        Finding finding = once.find(which);
        if (finding instanceof Finding.Expired) {
            throw new IllegalStateException("the record of " + which + " has expired, so the saga can not go on by"
                    + " itself; look at what it did, and set a longer retention (SagaSettings.retention)");
        }
        return finding.record();
    }

    /** The text that a record keeps, if it is there. */
    Optional<String> readText(Key which) {
        return read(which).map(OnceRecord::response).map(Bytes::toArray).map(Codec.text()::decode);
    }

    boolean hasTurnedBack() {
        return read(turningBack())
                .filter(found -> found.state() == RecordState.SUCCEEDED)
                .isPresent();
    }

    /** Why it turned back. */
    String reasonOfTurningBack() {
        return readText(turningBack()).orElse("no reason was recorded");
    }
}
