package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.testkit.once.RecordStoreConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryRecordStoreTest extends RecordStoreConformance {
    private final VirtualTime time = new VirtualTime();
    private Instant start = Instant.EPOCH;

    @Override
    protected RecordStore openStore() {
        return new InMemoryRecordStore(time, () -> start.plus(time.elapsed()), 1_000);
    }

    /** The one for people to read; the one that counts cannot go back. */
    @Override
    protected boolean setClockBack(Duration by) {
        start = start.minus(by);
        return true;
    }

    @Override
    protected void letTimePass(Duration span) {
        time.advance(span);
    }

    /** By the clock that counts and the one for people, of which one goes on between two looks and the other does not. */
    @Test
    void twoLooksAtARecordThatNobodyChangedAreEqual() {
        RecordStore twoClocks = new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 1);
        twoClocks.insertOrRead(List.of(new NewClaim(key("a"), fingerprint("x"), "t", "w", LONG)));
        OnceRecord before = twoClocks.read(List.of(key("a"))).get(0).orElseThrow();
        time.advance(Duration.ofNanos(1));

        assertThat(twoClocks.read(List.of(key("a"))).get(0)).contains(before);
    }

    @Test
    void whenItIsFullNewKeysAreRefused_andOldOnesStay() {
        RecordStore small = new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 1);
        NewClaim first = new NewClaim(key("a"), fingerprint("x"), "t", "w", LONG);
        NewClaim second = new NewClaim(key("b"), fingerprint("x"), "t", "w", LONG);
        small.insertOrRead(List.of(first));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> small.insertOrRead(List.of(second)))
                .withMessageContaining("unexpired records are never dropped");
        assertThat(small.read(List.of(key("a"))).get(0)).isPresent();
    }
}
