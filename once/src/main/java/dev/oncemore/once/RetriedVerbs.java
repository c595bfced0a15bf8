package dev.oncemore.once;

import dev.oncemore.once.record.Extension;
import dev.oncemore.once.record.Finish;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.Call;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Nesting;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The verbs of a store that may be away for a moment. Each is safe to repeat, so each is, also within a retry of the user's. */
final class RetriedVerbs implements Claims.Verbs {
    private static final RetryPolicy POLICY = RetryPolicy.named("once-store")
            .maxAttempts(6)
            .backoff(Backoff.exponential(Duration.ofMillis(20)).cap(Duration.ofSeconds(1)))
            .unlimitedBudget()
            .nested(Nesting.RETRY)
            .build();

    private final RecordStore store;
    private final BatchedVerbs batched;
    private final Retry retry;

    RetriedVerbs(RecordStore store, Time time, RandomGenerator random) {
        this.store = store;
        batched = new BatchedVerbs(store);
        retry = Retry.builder(POLICY).time(time).random(random).build();
    }

    private <T> T retried(Call<T, RuntimeException> verb) {
        return retry.call(Safety.idempotent(), verb);
    }

    @Override
    public Inserted insertOrRead(NewClaim claim) {
        return retried(() -> batched.insertOrRead(claim));
    }

    @Override
    public Optional<Long> takeOver(TakeOver takeOver) {
        return retried(() -> batched.takeOver(takeOver));
    }

    /** An interrupt ends no effect that has happened: its end is written down first, and the flag is put back then. */
    @Override
    public boolean finish(Finish finish) {
        boolean interrupted = Thread.interrupted();
        try {
            return retried(() -> batched.finish(finish));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    boolean extend(Extension extension) {
        return retried(() -> store.extend(List.of(extension)).get(0));
    }

    Optional<OnceRecord> read(Key key) {
        return retried(() -> batched.read(key));
    }
}
