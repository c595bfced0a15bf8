package dev.oncemore.task;

import dev.oncemore.internal.Text;
import dev.oncemore.once.Codec;
import dev.oncemore.retry.AttemptTimeoutException;
import dev.oncemore.retry.CallResult;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.Task;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The handlers by kind. */
final class Handlers {
    private final TaskSettings settings;
    private final Map<String, Registered<?>> byKind = new ConcurrentHashMap<>();

    Handlers(TaskSettings settings) {
        this.settings = settings;
    }

    <T> void add(String kind, Codec<T> codec, RetryPolicy policy, TaskHandler<? super T> handler) {
        Text.requireKeyLike("kind", kind, Task.KIND_LENGTH_MAX);
        RetryPolicy usable = TaskSettings.requireUsable(policy);
        Registered<T> registered = new Registered<>(
                Objects.requireNonNull(codec, "codec"),
                usable,
                single(usable),
                Objects.requireNonNull(handler, "handler"));
        if (byKind.putIfAbsent(kind, registered) != null) {
            throw new IllegalStateException("kind '" + kind + "' already has a handler");
        }
    }

    /**
     * An engine around a single attempt: it adds the attempt timeout and keeps engines inside a handler from retrying.
     * Retries of the task are decided elsewhere.
     */
    private Retry single(RetryPolicy policy) {
        RetryPolicy.Builder once = RetryPolicy.named(policy.name())
                .maxAttempts(1)
                .noAttemptTimeout() // unless the task's policy has one
                .noDeadline()
                .unlimitedBudget()
                .classifier(new FailuresOnly(policy.classifier()));
        policy.attemptTimeout().ifPresent(once::attemptTimeout);
        return Retry.builder(once.build())
                .time(settings.time)
                .random(settings.random)
                .build();
    }

    @Nullable
    Registered<?> of(String kind) {
        return byKind.get(kind);
    }

    /** The policy of a kind; the settings' policy for a kind without a handler here. */
    RetryPolicy policyOf(String kind) {
        Registered<?> registered = byKind.get(kind);
        return registered == null ? settings.policy : registered.policy;
    }

    /** Never classifies a verdict as a failed result. */
    private record FailuresOnly(Classifier ofPolicy) implements Classifier {
        @Override
        public dev.oncemore.retry.policy.Classification classify(Throwable failure) {
            return ofPolicy.classify(failure);
        }
    }

    /** A handler with its codec and policy. */
    record Registered<T>(Codec<T> codec, RetryPolicy policy, Retry single, TaskHandler<? super T> handler) {
        /** Decodes the payload and returns the remaining call. */
        Call bind(byte[] payload) {
            T decoded = codec.decode(payload);
            return run -> attempt(decoded, run);
        }

        /** The handler's exceptions pass through; a timeout is an {@link AttemptTimeoutException}. */
        private @Nullable Verdict attempt(T decoded, TaskRun run) throws Exception {
            CallResult<@Nullable Verdict> outcome =
                    single.tryAttempt(Safety.keyed(run.key()), attempt -> handler.handle(decoded, run));
            if (outcome instanceof CallResult.Failure<@Nullable Verdict> failure
                    && failure.facts().failure() instanceof Exception thrown) {
                throw thrown;
            }
            return outcome.require();
        }
    }

    /** A handler bound to its payload. */
    interface Call {
        @Nullable
        Verdict on(TaskRun run) throws Exception;
    }
}
