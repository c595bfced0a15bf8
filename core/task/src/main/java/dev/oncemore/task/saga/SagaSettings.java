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

/** How sagas are run. An immutable value; each method answers a changed copy. */
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

    /** How states become bytes. The tasks need codecs that know the same types. */
    public SagaSettings codecs(Codecs codecs) {
        SagaSettings copy = new SagaSettings(this);
        copy.codecs = Objects.requireNonNull(codecs, "codecs");
        return copy;
    }

    /**
     * How long the records of steps are kept, from when each ended; 1 min to 10 years. It must be longer than any saga takes,
     * the time that it waits for a person included: a saga whose records have expired does not go on.
     */
    public SagaSettings retention(Duration retention) {
        SagaSettings copy = new SagaSettings(this);
        copy.retention = Objects.requireNonNull(retention, "retention");
        copy.onceSettings(); // refuses what is out of bounds
        return copy;
    }

    /** Where the tasks of sagas wait; some node's workers must work on it. */
    public SagaSettings queue(String queue) {
        SagaSettings copy = new SagaSettings(this);
        copy.queue = Text.requireKeyLike("queue", queue, Task.NAME_LENGTH_MAX);
        return copy;
    }

    /** Hears what becomes of sagas. */
    public SagaSettings listener(SagaListener listener) {
        SagaSettings copy = new SagaSettings(this);
        copy.listener = Objects.requireNonNull(listener, "listener");
        return copy;
    }

    /** Leases, sizes, listener and so on of the records; retention, codecs, time and doubts are the saga's business. */
    public SagaSettings once(OnceSettings once) {
        SagaSettings copy = new SagaSettings(this);
        copy.once = Objects.requireNonNull(once, "once");
        return copy;
    }

    /** Where timeouts come from: virtual time in tests. */
    public SagaSettings time(Time time) {
        SagaSettings copy = new SagaSettings(this);
        copy.time = Objects.requireNonNull(time, "time");
        return copy;
    }

    /** Where jitter comes from. */
    public SagaSettings random(RandomGenerator random) {
        SagaSettings copy = new SagaSettings(this);
        copy.random = Objects.requireNonNull(random, "random");
        return copy;
    }

    /**
     * Unknown outcomes are kept as such, and taken over by whoever comes next: whether a step is then run again or undone is
     * decided before that, by its declaration.
     */
    OnceSettings onceSettings() {
        return once.codecs(codecs).time(time).retention(retention).whenUnknown(WhenUnknown.RUN_AGAIN);
    }
}
