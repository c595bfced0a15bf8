package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.By;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Scope;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Effects that end later, on another thread. */
class AsyncOnceTest {
    private static final Key KEY = Scope.of("acme", "payment:create").key("inv-001");

    private final VirtualTime time = new VirtualTime();
    private final InMemoryRecordStore store = new InMemoryRecordStore(time, InstantSource.fixed(Instant.EPOCH), 100);
    private final Once once = Once.on(
            store, OnceSettings.standard().time(time).executor(Runnable::run).waitAtMost(Duration.ZERO));
    private final CompletableFuture<String> work = new CompletableFuture<>();

    private CompletableFuture<Outcome<String>> run(Effect<CompletionStage<String>, ?> effect) {
        return pay(once).key(KEY).runAsync(Payload.none(), effect).toCompletableFuture();
    }

    private RecordState state() {
        return once.find(KEY).record().orElseThrow().state();
    }

    private static Operation<String> pay(Once once) {
        return once.operation("payment:create", String.class).build();
    }

    @Test
    void theOutcomeIsWrittenDownWhenTheStageEnds_andReplayed() {
        CompletableFuture<Outcome<String>> first = run(claim -> work);
        assertThat(first).isNotDone();
        assertThat(run(claim -> work).join()).isInstanceOf(Outcome.InProgress.class);
        work.complete("charged");
        assertThat(first.join()).isEqualTo(new Outcome.Done<>("charged", false));
        assertThat(run(claim -> work).join()).isEqualTo(new Outcome.Done<>("charged", true));
        assertThat(pay(once).key(KEY).run(Payload.none(), claim -> "again").require())
                .isEqualTo("charged");
    }

    @Test
    void theLeaseIsRenewedUntilTheStageEnds_andNoLonger() {
        CompletableFuture<Outcome<String>> first = run(claim -> work);
        time.advance(Duration.ofMinutes(10));
        assertThat(run(claim -> work).join()).isInstanceOf(Outcome.InProgress.class);
        work.complete("charged");
        assertThat(first.join().require()).isEqualTo("charged");
        time.advance(Duration.ofMinutes(1));
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void aCallerThatCancelsWhatItHolds_keepsNoEndFromBeingWritten() {
        CompletableFuture<Outcome<String>> first = run(claim -> work);
        assertThat(first.cancel(true)).isTrue();
        work.complete("charged");
        assertThat(run(claim -> work).join()).isEqualTo(new Outcome.Done<>("charged", true));
        time.advance(Duration.ofMinutes(1));
        assertThat(time.alarmsWaiting()).as("the heartbeat has stopped").isZero();
    }

    @Test
    void aStageThatFailsIsJudgedAsWhatItFailedWith() {
        CompletableFuture<Outcome<String>> first = run(claim -> work.thenApply(text -> text));
        work.completeExceptionally(new ConnectException("refused"));
        assertThat(first.join()).isInstanceOf(Outcome.Failed.class);
        assertThat(state()).isEqualTo(RecordState.FAILED_RETRYABLE);
        assertThat(run(claim -> CompletableFuture.completedFuture("charged"))
                        .join()
                        .require())
                .isEqualTo("charged");
    }

    @Test
    void anEffectThatThrowsOrReturnsNothing_isUnknown() {
        assertThat(run(claim -> {
                            throw new IllegalStateException("a bug");
                        })
                        .join())
                .isInstanceOf(Outcome.Unknown.class);
        assertThat(once.resolveAsNotHappened(KEY, By.person("ann", "seen at the bank")))
                .isTrue();
        assertThat(run(claim -> null).join()).isInstanceOf(Outcome.Unknown.class);
        time.advance(Duration.ofMinutes(1));
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void anErrorPassesThrough_andIsUnknown() {
        CompletableFuture<Outcome<String>> first = run(claim -> work);
        work.completeExceptionally(new StackOverflowError());
        assertThat(first).isCompletedExceptionally();
        assertThat(state()).isEqualTo(RecordState.UNKNOWN);
    }
}
