package dev.oncemore.once;

import dev.oncemore.once.record.JoiningStore;

/**
 * An engine whose operations can also run inside your transactions.
 *
 * @param <C> the transaction's handle: a JDBC connection
 */
public final class TransactionalOnce<C> extends Once {
    private final JoiningStore<C> store;

    TransactionalOnce(JoiningStore<C> store, OnceSettings settings) {
        super(store, settings);
        this.store = store;
    }

    /** The records as part of this open transaction; for effects see {@link TransactionalOperation#within}. */
    public JoinedRecords within(C transaction) {
        return new JoinedRecords(calls.engine(), store.join(transaction));
    }

    @Override
    public <T> OperationBuilder<T, TransactionalOperation<T, C>> operation(String name, Class<T> type) {
        return declare(name, calls.settings().codecs.of(type), ValueLabel.of(type));
    }

    @Override
    public <T> OperationBuilder<T, TransactionalOperation<T, C>> operation(String name, Codec<T> codec) {
        return declare(name, codec, ValueLabel.NONE);
    }

    @Override
    public OperationBuilder<Void, TransactionalOperation<Void, C>> operation(String name) {
        return declare(name, Nothing.CODEC, Nothing.LABEL);
    }

    private <T> OperationBuilder<T, TransactionalOperation<T, C>> declare(
            String name, Codec<T> codec, ValueLabel label) {
        return new OperationBuilder<>(
                calls.settings(),
                name,
                codec,
                label,
                declaration -> new TransactionalOperation<>(calls, store, declaration));
    }
}
