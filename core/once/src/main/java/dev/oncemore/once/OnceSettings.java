package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.internal.Bounds;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.retry.policy.Classifier;
import dev.oncemore.time.Chance;
import dev.oncemore.time.Ids;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An engine's settings, and the defaults of its operations. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * OnceSettings.standard().lease(Duration.ofMinutes(2)).codecs(JacksonCodecs.standard()).who("billing service")
 * }</pre>
 *
 * <p>Lease, codecs, secret, listener, time, executors, ids and random belong to the engine. An {@link OperationBuilder}
 * may override the others, and {@link KeyedOperation#by} sets the caller.
 */
public final class OnceSettings {
    private static final Duration RETENTION_MIN = Duration.ofMinutes(1);
    private static final Duration RETENTION_MAX = Duration.ofDays(3_650);
    private static final int SIZE_LIMIT_MAX = 64 << 20;

    Duration lease = Duration.ofSeconds(30);
    Duration waitAtMost = Duration.ofSeconds(5);
    Duration retention = Duration.ofHours(24);
    int payloadBytesMax = 1 << 20;
    int responseBytesMax = 1 << 20;
    WhenUnknown whenUnknown = WhenUnknown.PARK;
    Classifier classifier = Classifier.standard();
    Codecs codecs = Codecs.textAndBytes();
    Fingerprinter fingerprinter = Fingerprinter.plain();
    String who = "unknown";
    Time time = Time.system();
    Ids ids = Ids.random(Chance.system());
    RandomGenerator random = Chance.system();
    Executor executor = HeartbeatThreads.SHARED;
    Executor hooks = HeartbeatThreads.HOOKS;

    @Nullable
    OnceListener listener;

    private OnceSettings() {}

    private OnceSettings(OnceSettings other) {
        lease = other.lease;
        waitAtMost = other.waitAtMost;
        retention = other.retention;
        payloadBytesMax = other.payloadBytesMax;
        responseBytesMax = other.responseBytesMax;
        whenUnknown = other.whenUnknown;
        classifier = other.classifier;
        codecs = other.codecs;
        fingerprinter = other.fingerprinter;
        who = other.who;
        time = other.time;
        ids = other.ids;
        random = other.random;
        executor = other.executor;
        hooks = other.hooks;
        listener = other.listener;
    }

    /** A lease of 30 s, waits of 5 s, outcomes kept for 24 h, unknown outcomes parked. */
    public static OnceSettings standard() {
        return new OnceSettings();
    }

    /** Sets how long an owner may be silent before another caller takes over; 1 s to 1 day. A heartbeat renews it. */
    public OnceSettings lease(Duration lease) {
        OnceSettings copy = new OnceSettings(this);
        copy.lease = Bounds.between("lease", lease, Duration.ofSeconds(1), Duration.ofDays(1));
        return copy;
    }

    /** Sets how long a duplicate waits for the first call before it gets {@link Outcome.InProgress}; 0 to 10 min. */
    public OnceSettings waitAtMost(Duration wait) {
        OnceSettings copy = new OnceSettings(this);
        copy.waitAtMost = requireWait(wait);
        return copy;
    }

    /** Sets how long outcomes are kept after they are known; 1 min to 10 years. */
    public OnceSettings retention(Duration retention) {
        OnceSettings copy = new OnceSettings(this);
        copy.retention = requireRetention(retention);
        return copy;
    }

    /** Refuses larger payloads before anything runs; 1 byte to 64 MiB. */
    public OnceSettings payloadBytesMax(int bytes) {
        OnceSettings copy = new OnceSettings(this);
        copy.payloadBytesMax = requireSize("payloadBytesMax", bytes);
        return copy;
    }

    /** The maximum size of a kept value. */
    public int responseBytesMax() {
        return responseBytesMax;
    }

    /** Keeps no larger values: such an effect is recorded as done, without its value; 1 byte to 64 MiB. */
    public OnceSettings responseBytesMax(int bytes) {
        OnceSettings copy = new OnceSettings(this);
        copy.responseBytesMax = requireSize("responseBytesMax", bytes);
        return copy;
    }

    /** Sets what to do if it is unknown whether an effect happened. */
    public OnceSettings whenUnknown(WhenUnknown whenUnknown) {
        OnceSettings copy = new OnceSettings(this);
        copy.whenUnknown = Objects.requireNonNull(whenUnknown, "whenUnknown");
        return copy;
    }

    /** Sets the classifier of failed effects: retryable, final or unknown. */
    public OnceSettings classifier(Classifier classifier) {
        OnceSettings copy = new OnceSettings(this);
        copy.classifier = Objects.requireNonNull(classifier, "classifier");
        return copy;
    }

    /** Sets how values become bytes. */
    public OnceSettings codecs(Codecs codecs) {
        OnceSettings copy = new OnceSettings(this);
        copy.codecs = Objects.requireNonNull(codecs, "codecs");
        return copy;
    }

    /** Fingerprints payloads with this secret, so that a leaked store does not reveal requests. */
    public OnceSettings secret(byte[] secret) {
        OnceSettings copy = new OnceSettings(this);
        copy.fingerprinter = Fingerprinter.keyed(secret);
        return copy;
    }

    /** Sets the default caller, such as the service's name. 1 to 255 characters, no control characters. */
    public OnceSettings who(String who) {
        OnceSettings copy = new OnceSettings(this);
        copy.who = By.requireWho(who);
        return copy;
    }

    /** Sets the listener for events of effects. */
    public OnceSettings listener(OnceListener listener) {
        OnceSettings copy = new OnceSettings(this);
        copy.listener = Objects.requireNonNull(listener, "listener");
        return copy;
    }

    /**
     * Sets the source of time for waits and heartbeats; tests use virtual time. Leases follow the store's own clock.
     */
    public OnceSettings time(Time time) {
        OnceSettings copy = new OnceSettings(this);
        copy.time = Objects.requireNonNull(time, "time");
        return copy;
    }

    /** Sets the executor of heartbeats, and of retries of ends that could not be written at once. */
    public OnceSettings executor(Executor executor) {
        OnceSettings copy = new OnceSettings(this);
        copy.executor = Objects.requireNonNull(executor, "executor");
        return copy;
    }

    /** Sets the executor of {@link Claim#onLost} hooks, separate from the heartbeats, because a hook may block. */
    public OnceSettings hookExecutor(Executor hooks) {
        OnceSettings copy = new OnceSettings(this);
        copy.hooks = Objects.requireNonNull(hooks, "hooks");
        return copy;
    }

    /** Sets the source of claimants' tokens. */
    public OnceSettings ids(Ids ids) {
        OnceSettings copy = new OnceSettings(this);
        copy.ids = Objects.requireNonNull(ids, "ids");
        return copy;
    }

    /** Sets the source of jitter between retries of store calls; tests use a seeded generator. */
    public OnceSettings random(RandomGenerator random) {
        OnceSettings copy = new OnceSettings(this);
        copy.random = Objects.requireNonNull(random, "random");
        return copy;
    }

    static Duration requireRetention(Duration retention) {
        return Bounds.between("retention", retention, RETENTION_MIN, RETENTION_MAX);
    }

    static Duration requireWait(Duration wait) {
        return Bounds.between("waitAtMost", wait, Duration.ZERO, Duration.ofMinutes(10));
    }

    static int requireSize(String setting, int bytes) {
        if (bytes < 1 || bytes > SIZE_LIMIT_MAX) {
            throw new IllegalArgumentException(
                    setting + " must be between 1 and " + SIZE_LIMIT_MAX + ", but is " + bytes);
        }
        return bytes;
    }
}
