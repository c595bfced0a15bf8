package dev.oncemore.once;

import dev.oncemore.once.record.Scope;
import dev.oncemore.retry.policy.Classifier;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Declares an operation. Defaults come from the engine's {@link OnceSettings}.
 *
 * @param <T> what the effect returns
 * @param <O> the operation: one that can join transactions if its store can
 */
public final class OperationBuilder<T, O extends Operation<T>> {
    private final OnceSettings engine;
    private final String name;
    private final Codec<T> codec;
    private final Function<Declaration<T>, O> operation;
    private ValueLabel label;
    private Duration retention;
    private Duration waitAtMost;
    private int payloadBytesMax;
    private int responseBytesMax;
    private Classifier classifier;
    private @Nullable WhenUnknown whenUnknown;
    private @Nullable Reconciler<T> reconciler;

    OperationBuilder(
            OnceSettings engine, String name, Codec<T> codec, ValueLabel label, Function<Declaration<T>, O> operation) {
        this.engine = engine;
        this.name = Scope.of(Scope.ANYONE, name).operation(); // refuses a name that is invalid in a scope
        this.codec = Objects.requireNonNull(codec, "codec");
        this.label = label;
        this.operation = operation;
        retention = engine.retention;
        waitAtMost = engine.waitAtMost;
        payloadBytesMax = engine.payloadBytesMax;
        responseBytesMax = engine.responseBytesMax;
        classifier = engine.classifier;
    }

    /**
     * Sets the label that is stored with each value: {@code receipt-v1}. A value with another label is not decoded; its replay is
     * {@link Outcome.DoneWithoutValue}, whose reason names both labels. By default it is the simple name of the type, or none if
     * the operation was declared with a codec. Declare it before you rename the type, or with the old name afterwards: the stored
     * values are then read as before.
     *
     * @param label 1 to 255 characters, no control characters
     * @param earlier labels of values that the codec can read too, at most 100
     */
    public OperationBuilder<T, O> label(String label, String... earlier) {
        this.label = ValueLabel.declared(label, earlier);
        return this;
    }

    /** Sets how long outcomes are kept after they are known; 1 min to 10 years. */
    public OperationBuilder<T, O> retention(Duration retention) {
        this.retention = OnceSettings.requireRetention(retention);
        return this;
    }

    /**
     * Calls this function if it is unknown whether an effect happened. Use it if the dependency can be queried, for
     * example by document number.
     */
    public OperationBuilder<T, O> whenUnknown(Reconciler<T> reconciler) {
        this.reconciler = Objects.requireNonNull(reconciler, "reconciler");
        return this;
    }

    /** Sets what to do if it is unknown whether an effect happened. */
    public OperationBuilder<T, O> whenUnknown(WhenUnknown whenUnknown) {
        this.whenUnknown = Objects.requireNonNull(whenUnknown, "whenUnknown");
        return this;
    }

    /** Sets the classifier of failed effects: retryable, final or unknown. */
    public OperationBuilder<T, O> classifier(Classifier classifier) {
        this.classifier = Objects.requireNonNull(classifier, "classifier");
        return this;
    }

    /** Sets how long a duplicate waits for the first call before it gets {@link Outcome.InProgress}; 0 to 10 min. */
    public OperationBuilder<T, O> waitAtMost(Duration wait) {
        waitAtMost = OnceSettings.requireWait(wait);
        return this;
    }

    /** Refuses larger payloads before anything runs; 1 byte to 64 MiB. */
    public OperationBuilder<T, O> payloadBytesMax(int bytes) {
        payloadBytesMax = OnceSettings.requireSize("payloadBytesMax", bytes);
        return this;
    }

    /** Keeps no larger values: such an effect is recorded as done, without its value; 1 byte to 64 MiB. */
    public OperationBuilder<T, O> responseBytesMax(int bytes) {
        responseBytesMax = OnceSettings.requireSize("responseBytesMax", bytes);
        return this;
    }

    /**
     * Builds the operation.
     *
     * @throws IllegalStateException if unknown outcomes are declared in two ways
     */
    public O build() {
        if (whenUnknown != null && reconciler != null) {
            throw new IllegalStateException("operation '" + name + "' declares whenUnknown(" + whenUnknown
                    + ") and a reconcile function; declare one of them");
        }
        WhenUnknown otherwise = whenUnknown == null ? engine.whenUnknown : whenUnknown;
        return operation.apply(new Declaration<>(
                name,
                codec,
                label,
                retention,
                waitAtMost,
                payloadBytesMax,
                responseBytesMax,
                reconciler == null ? otherwise : WhenUnknown.RUN_AGAIN,
                reconciler,
                classifier,
                engine.fingerprinter.withPayloadMaxBytes(payloadBytesMax)));
    }
}
