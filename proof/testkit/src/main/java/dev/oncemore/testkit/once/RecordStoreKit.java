package dev.oncemore.testkit.once;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.testkit.race.Together;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** Shared by the tests of a record store: an empty store, and its verbs for one record. */
abstract class RecordStoreKit {
    /** Long enough never to run out within a test. */
    protected static final Duration LONG = Duration.ofHours(1);
    /** Over almost at once. */
    protected static final Duration SHORT = Duration.ofMillis(20);

    private final AtomicInteger tokens = new AtomicInteger();
    private @Nullable RecordStore opened;

    RecordStoreKit() {}

    /** An empty store. */
    protected abstract RecordStore openStore();

    /** Advances time on a store with virtual time; by default real time passes. */
    protected void letTimePass(Duration span) {}

    @BeforeEach
    final void open() {
        opened = openStore();
    }

    /** The store under test. */
    protected final RecordStore store() {
        return Objects.requireNonNull(opened, "no store is open");
    }

    /** A key of this test's. */
    protected static Key key(String value) {
        return Scope.of("acme", "payment:create").key(value);
    }

    /** The fingerprint of a payload. */
    protected static Fingerprint fingerprint(String payload) {
        return Fingerprinter.plain().ofBytes("", "", payload.getBytes(StandardCharsets.UTF_8));
    }

    final NewClaim claim(Key key, Duration lease) {
        return new NewClaim(key, fingerprint("payload"), "token" + tokens.incrementAndGet(), "tester", lease);
    }

    final long insert(Key key, Duration lease) {
        Long fence = store().insertOrRead(List.of(claim(key, lease))).get(0).fence();
        return Objects.requireNonNull(fence, key + " should be new");
    }

    final OnceRecord read(Key key) {
        return store().read(List.of(key)).get(0).orElseThrow();
    }

    final Optional<Long> takeOver(Key key, long expectedFence) {
        return store().takeOver(List.of(new TakeOver(claim(key, LONG), expectedFence, false)))
                .get(0);
    }

    final boolean finish(Key key, long fence, RecordState state, Duration retention) {
        return store().finish(List.of(new RecordFinish(key, fence, state, Bytes.ofText("r"), null, null, retention)))
                .get(0);
    }

    final void awaitLeaseOver(Key key) {
        letTimePass(SHORT.multipliedBy(2));
        Together.await("the lease of " + key + " is over", () -> read(key).leaseOver());
    }

    final void awaitExpired(Key key) {
        letTimePass(SHORT.multipliedBy(2));
        Together.await(key + " is expired", () -> read(key).expired());
    }
}
