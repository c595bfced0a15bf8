package dev.oncemore.task;

import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Text;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.Task;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Who does what. */
final class Handlers {
    private final TaskSettings settings;
    private final Map<String, Registered<?>> byKind = new ConcurrentHashMap<>();

    Handlers(TaskSettings settings) {
        this.settings = settings;
    }

    <T> void add(String kind, Codec<T> codec, RetryPolicy policy, TaskHandler<? super T> handler) {
        Text.requireKeyLike("kind", kind, Task.NAME_LENGTH_MAX);
        Registered<T> registered = new Registered<>(
                Objects.requireNonNull(codec, "codec"),
                Objects.requireNonNull(policy, "policy"),
                Objects.requireNonNull(handler, "handler"));
        if (byKind.putIfAbsent(kind, registered) != null) {
            throw new IllegalStateException("kind '" + kind + "' has a handler already");
        }
    }

    @Nullable
    Registered<?> of(String kind) {
        return byKind.get(kind);
    }

    /** The policy of a kind; the settings' for one that nobody here handles. */
    RetryPolicy policyOf(String kind) {
        Registered<?> registered = byKind.get(kind);
        return registered == null ? settings.policy : registered.policy;
    }

    /** A handler with what it needs to be called. */
    record Registered<T>(Codec<T> codec, RetryPolicy policy, TaskHandler<? super T> handler) {
        /** The call that is left when the payload has been read. */
        Call bind(byte[] payload) {
            T decoded = codec.decode(payload);
            return run -> handler.handle(decoded, run);
        }
    }

    /** A handler that has its payload. */
    interface Call {
        @Nullable
        Verdict on(TaskRun run) throws Exception;
    }
}
