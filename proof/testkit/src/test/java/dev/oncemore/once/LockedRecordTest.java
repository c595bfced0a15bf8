package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.once.DelegatingRecordStore;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A record that a user's open transaction has, beside others of the same node. */
class LockedRecordTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Scope SCOPE = Scope.of("acme", "payment:create");
    private static final Key LOCKED = SCOPE.key("locked");
    private static final Key FREE = SCOPE.key("free");

    private final VirtualTime time = new VirtualTime();
    private boolean isLocked;
    private int attempts;
    private final DelegatingRecordStore store =
            new DelegatingRecordStore(new InMemoryRecordStore(time, () -> Instant.EPOCH.plus(time.elapsed()), 1_000)) {
                @Override
                public List<Boolean> extend(List<RecordExtension> extensions) {
                    if (isLocked
                            && extensions.stream().anyMatch(each -> each.key().equals(LOCKED))) {
                        throw new RecordLockedException("in an open transaction", null);
                    }
                    return super.extend(extensions);
                }

                // The first attempt takes effect, and its connection is lost; the second finds the record locked by the
                // first.
                @Override
                public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
                    List<Optional<Long>> taken = super.takeOver(takeOvers);
                    return switch (++attempts) {
                        case 1 ->
                            throw new StoreException(
                                    FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "the connection was lost", null);
                        case 2 -> throw new RecordLockedException("in an open transaction", null);
                        default -> taken;
                    };
                }
            };
    private final Operation<String> pay = Once.on(
                    store,
                    OnceSettings.standard()
                            .lease(LEASE)
                            .waitAtMost(Duration.ZERO)
                            .whenUnknown(WhenUnknown.RUN_AGAIN)
                            .time(time)
                            .executor(Runnable::run))
            .operation("payment:create", String.class)
            .build();

    @Test
    void theOthersKeepTheirLeases() {
        CompletableFuture<String> effect = new CompletableFuture<>();
        CompletionStage<Outcome<String>> locked = pay.key(LOCKED).runAsync(Payload.none(), claim -> effect);
        CompletionStage<Outcome<String>> free = pay.key(FREE).runAsync(Payload.none(), claim -> effect);
        isLocked = true;

        for (int i = 0; i < 8; i++) {
            time.advance(LEASE.dividedBy(4));
        }

        assertThat(store.read(List.of(FREE)).get(0).orElseThrow().leaseOver()).isFalse();
        assertThat(store.read(List.of(LOCKED)).get(0).orElseThrow().leaseOver()).isTrue();
        isLocked = false;
        effect.complete("paid");
        assertThat(free.toCompletableFuture().join()).isEqualTo(new Outcome.Done<>("paid", false));
        assertThat(locked.toCompletableFuture().join()).isEqualTo(new Outcome.Done<>("paid", false));
    }

    /** A claim that found its own takeover would no longer know what was left behind. */
    @Test
    void aTakeOverWhoseEarlierAttemptHasTheRecord_knowsWhatWasLeftBehind() {
        CompletableFuture<String> never = new CompletableFuture<>();
        CompletionStage<Outcome<String>> owner = pay.key(LOCKED).runAsync(Payload.none(), claim -> never);
        isLocked = true;
        time.advance(LEASE.multipliedBy(2));

        assertThat(pay.key(LOCKED)
                        .run(Payload.none(), claim -> claim.inDoubt() + " " + claim.attempt())
                        .require())
                .isEqualTo("true 2");

        assertThat(attempts).isEqualTo(3);
        assertThat(owner.toCompletableFuture().isDone()).isFalse();
    }
}
