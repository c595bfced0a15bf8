package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.time.VirtualTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events tell how many effects of unknown outcome wait: each that arises, and each that is settled. */
class OnceEventsTest {
    private static final By ANN = By.person("ann", "seen at the bank");
    private static final Key KEY = Key.of("acme", "payment:create", "inv-001");

    private final VirtualTime time = new VirtualTime();
    private final List<OnceEvent> events = new ArrayList<>();
    private final RecordStore store = new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 10);

    private Once once(WhenUnknown whenUnknown) {
        return Once.on(
                store,
                OnceSettings.standard()
                        .time(time)
                        .executor(Runnable::run)
                        .whenUnknown(whenUnknown)
                        .listener(events::add));
    }

    private static String bug() {
        throw new IllegalStateException("a bug, perhaps after the effect");
    }

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    @Test
    void aTakeOverSaysInWhichStateTheEffectWasLeft() {
        Once once = once(WhenUnknown.RUN_AGAIN);
        Outcome<String> ignored = pay(once).key(KEY).run(Payload.none(), claim -> bug());
        pay(once).key(KEY).run(Payload.none(), claim -> "done").require();

        List<RecordState> leftBehind = new ArrayList<>();
        for (OnceEvent event : events) {
            if (event instanceof OnceEvent.Claimed claimed) {
                leftBehind.add(claimed.leftBehind());
                assertThat(claimed.takenOver()).isEqualTo(claimed.leftBehind() != null);
            }
        }
        assertThat(leftBehind).containsExactly(null, RecordState.UNKNOWN);
    }

    @Test
    void aPersonsWordIsAnEventOfItsOwn() {
        Once once = once(WhenUnknown.PARK);
        Outcome<String> ignored = pay(once).key(KEY).run(Payload.none(), claim -> bug());
        events.clear();

        assertThat(once.resolveAsNotHappened(KEY, ANN)).isTrue();
        assertThat(once.resolveAsNotHappened(KEY, By.person("bob", "so was I"))).isFalse();

        assertThat(events)
                .filteredOn(OnceEvent.Resolved.class::isInstance)
                .containsExactly(new OnceEvent.Resolved(KEY, 2, RecordState.FAILED_RETRYABLE, ANN));
    }
}
