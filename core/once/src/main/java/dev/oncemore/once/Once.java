package dev.oncemore.once;

import dev.oncemore.By;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.Resource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs effects at most once per key, and replays their outcomes. One engine serves all operations of a store, so that
 * callers share its batches.
 *
 * <pre>{@code
 * Once once = Once.on(store);
 * Operation<String> pay = once.operation("payment:create", String.class).build();
 * Outcome<String> paid = pay.key("acme", "inv-001")
 *         .run(request, claim -> bank.charge(request, claim.downstreamKey()));
 * }</pre>
 *
 * <p>For an effect on the store's own database see {@link TransactionalOperation#within}.
 */
public sealed class Once permits TransactionalOnce {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");
    final LeasedCalls calls;
    private final RecordStore store;

    Once(RecordStore store, OnceSettings settings) {
        this.store = Objects.requireNonNull(store, "store");
        calls = new LeasedCalls(store, settings);
        store.warnings().forEach(warning -> LOG.log(Level.WARNING, warning));
    }

    /** Creates an engine on a store without user transactions. */
    public static Once on(RecordStore store) {
        return on(store, OnceSettings.standard());
    }

    /** As {@link #on(RecordStore)}, with your own settings. */
    public static Once on(RecordStore store, OnceSettings settings) {
        return new Once(store, settings);
    }

    /** Creates an engine on a store that can join your transactions. */
    public static <C> TransactionalOnce<C> on(JoiningStore<C> store) {
        return on(store, OnceSettings.standard());
    }

    /** As {@link #on(JoiningStore)}, with your own settings. */
    public static <C> TransactionalOnce<C> on(JoiningStore<C> store, OnceSettings settings) {
        return new TransactionalOnce<>(store, settings);
    }

    /**
     * Declares an operation whose codec is found by the type of its value.
     *
     * @param name the purpose of its keys: {@code payment:create}; 1 to 100 printable ASCII characters
     */
    public <T> OperationBuilder<T, ? extends Operation<T>> operation(String name, Class<T> type) {
        return declare(name, calls.settings().codecs.of(type), ValueLabel.of(type));
    }

    /** As {@link #operation(String, Class)}, with your own codec. */
    public <T> OperationBuilder<T, ? extends Operation<T>> operation(String name, Codec<T> codec) {
        return declare(name, codec, ValueLabel.NONE);
    }

    /** Declares an operation whose effects return nothing, see {@link KeyedOperation#perform}. */
    public OperationBuilder<Void, ? extends Operation<Void>> operation(String name) {
        return declare(name, Nothing.CODEC, Nothing.LABEL);
    }

    private <T> OperationBuilder<T, ? extends Operation<T>> declare(String name, Codec<T> codec, ValueLabel label) {
        return new OperationBuilder<>(
                calls.settings(), name, codec, label, declaration -> new Operation<>(calls, declaration));
    }

    /** Returns whether an effect was done: when, by whom, with what result. */
    public Finding find(Key key) {
        return calls.find(key);
    }

    /**
     * Resolves an unknown outcome of any operation: the effect happened. For consoles, which know only the stored form
     * of a value; otherwise see {@link KeyedOperation#resolveAsHappened}.
     *
     * @param response the value as the operation's codec writes it
     * @return false if the record is not unknown, or no longer
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo it
     */
    public boolean resolveAsHappened(Key key, Bytes response, @Nullable Resource resource, By by) {
        return calls.resolveAsHappened(key, response, null, resource, calls.settings().retention, by);
    }

    /**
     * Resolves an unknown outcome of any operation: the effect did not happen, and the next call with its key runs it.
     *
     * @return false if the record is not unknown, or no longer
     * @throws IllegalStateException inside an open transaction, whose rollback would not undo it
     */
    public boolean resolveAsNotHappened(Key key, By by) {
        return calls.resolveAsNotHappened(key, calls.settings().retention, by);
    }

    /** Deletes expired records in batches of this many rows; returns how many it deleted. */
    public long purge(int batchRows) {
        if (batchRows < 1 || batchRows > 100_000) {
            throw new IllegalArgumentException("batchRows must be between 1 and 100000, but is " + batchRows);
        }
        long purged = 0;
        int last;
        do {
            last = store.purge(batchRows);
            purged += last;
        } while (last == batchRows);
        return purged;
    }
}
