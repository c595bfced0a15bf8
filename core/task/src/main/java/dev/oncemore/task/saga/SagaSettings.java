package dev.oncemore.task.saga;

import dev.oncemore.internal.Text;
import dev.oncemore.once.Codecs;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.Task;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How sagas are run. An immutable value; each method returns a changed copy. */
public final class SagaSettings {
    OnceSettings once = OnceSettings.standard();
    Codecs codecs = Codecs.textAndBytes();
    Duration retention = Duration.ofDays(365);
    String queue = Tasks.DEFAULT_QUEUE;
    Time time = Time.system();
    RandomGenerator random = Chance.system();

    @Nullable
    SagaListener listener;

    private SagaSettings() {}

    private SagaSettings(SagaSettings other) {
        once = other.once;
        codecs = other.codecs;
        retention = other.retention;
        queue = other.queue;
        time = other.time;
        random = other.random;
        listener = other.listener;
    }

    /** The default queue, records kept for a year. */
    public static SagaSettings standard() {
        return new SagaSettings();
    }

    /** Sets how states become bytes. The tasks need codecs for the same types. */
    public SagaSettings codecs(Codecs codecs) {
        SagaSettings copy = new SagaSettings(this);
        copy.codecs = Objects.requireNonNull(codecs, "codecs");
        return copy;
    }

    /**
     * Sets how long the records of steps are kept after each ended; 1 min to 10 years. It must exceed the duration of
     * any saga, including the time it waits for a person: a saga with expired records does not continue.
     */
    public SagaSettings retention(Duration retention) {
        SagaSettings copy = new SagaSettings(this);
        copy.retention = Objects.requireNonNull(retention, "retention");
        copy.onceSettings(); // checks the bounds
        return copy;
    }

    /** Sets the queue of saga tasks, which the workers of some node must serve. */
    public SagaSettings queue(String queue) {
        SagaSettings copy = new SagaSettings(this);
        copy.queue = Text.requireKeyLike("queue", queue, Task.NAME_LENGTH_MAX);
        return copy;
    }

    /** Sets the listener for saga events. */
    public SagaSettings listener(SagaListener listener) {
        SagaSettings copy = new SagaSettings(this);
        copy.listener = Objects.requireNonNull(listener, "listener");
        return copy;
    }

    /**
     * Sets the lease, sizes, listener and so on of the records; retention, codecs, time and doubt are set by the saga.
     */
    public SagaSettings once(OnceSettings once) {
        SagaSettings copy = new SagaSettings(this);
        copy.once = Objects.requireNonNull(once, "once");
        return copy;
    }

    /** Sets the source of time for timeouts; tests use virtual time. */
    public SagaSettings time(Time time) {
        SagaSettings copy = new SagaSettings(this);
        copy.time = Objects.requireNonNull(time, "time");
        return copy;
    }

    /** Sets the source of jitter. */
    public SagaSettings random(RandomGenerator random) {
        SagaSettings copy = new SagaSettings(this);
        copy.random = Objects.requireNonNull(random, "random");
        return copy;
    }

    /**
     * Keeps unknown outcomes and lets the next owner take them over: the step's declaration has already decided whether
     * it is repeated or undone.
     */
    OnceSettings onceSettings() {
        return once.codecs(codecs).time(time).retention(retention).whenUnknown(WhenUnknown.RUN_AGAIN);
    }
}
