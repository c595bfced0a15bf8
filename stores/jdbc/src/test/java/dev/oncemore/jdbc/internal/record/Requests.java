package dev.oncemore.jdbc.internal.record;

import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Requests as tests make them. */
public final class Requests {
    static final Duration LONG = Duration.ofHours(1);

    private Requests() {}

    public static Key key(String value) {
        return Scope.of("acme", "payment:create").key(value);
    }

    /** The operation of these keys. */
    static Operation<String> operation(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    /** As {@link #operation(Once)}, for effects in transactions. */
    static <C> TransactionalOperation<String, C> operation(TransactionalOnce<C> once) {
        return once.operation("payment:create", String.class).build();
    }

    static NewClaim claim(String key, String token) {
        return new NewClaim(key(key), Fingerprint.ofBytes(new byte[Fingerprint.SIZE_BYTES]), token, "tester", LONG);
    }

    static RecordFinish success(String key, long fence, Duration retention) {
        return new RecordFinish(key(key), fence, RecordState.SUCCEEDED, Bytes.ofText("done"), null, null, retention);
    }

    public static long insert(RecordStore store, String key) {
        return Objects.requireNonNull(
                store.insertOrRead(List.of(claim(key, "first"))).get(0).fence());
    }

    /** Claimed and settled. */
    static long settle(RecordStore store, String key, Duration retention) {
        long fence = insert(store, key);
        store.finish(List.of(success(key, fence, retention)));
        return fence;
    }

    static OnceRecord read(RecordStore store, String key) {
        return store.read(List.of(key(key))).get(0).orElseThrow();
    }
}
