package dev.oncemore.torture.compose;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Once engine in the user's transaction; it opens and commits one, or joins the open one. */
final class AtomicLayer implements Step {
    private static final Payload PAYLOAD = Payload.none();

    private final World world;
    private final TransactionalOperation<String, Transaction> operation;
    private final Step inner;

    AtomicLayer(World world, OnceSettings settings, Step inner) {
        this.world = world;
        this.inner = inner;
        operation = Once.on(world.joined, settings)
                .operation(Keys.ATOMIC, Codec.text())
                .build();
    }

    @Override
    public String run(Call call) throws Exception {
        Transaction open = call.transaction();
        Key key = Keys.ofTransaction(call);
        if (open != null) {
            return operation
                    .within(open)
                    .key(key)
                    .run(PAYLOAD, () -> inner.run(call.in(open, key)))
                    .require();
        }
        String kept = kept(key);
        Transaction transaction = new Transaction(world.joined);
        Outcome<String> outcome;
        try {
            outcome = operation.within(transaction).key(key).run(PAYLOAD, () -> inner.run(call.in(transaction, key)));
        } catch (Throwable e) {
            transaction.rollback();
            throw e;
        }
        commit(transaction, call);
        world.judge.told("Once in a transaction", call.operation(), outcome);
        if (kept != null && outcome instanceof Outcome.Done<String> done && done.isReplay()) {
            world.judge.replayed("Once in a transaction", kept, done.value());
        }
        return outcome.require();
    }

    private void commit(Transaction transaction, Call call) {
        Transaction.Commit fate = world.nextCommit();
        if (fate != Transaction.Commit.FINE) {
            world.landed(fate);
            world.trace.add(call.visit().number, "commit", fate);
        }
        if (fate == Transaction.Commit.FINE || fate == Transaction.Commit.CUT_AFTER) {
            transaction.commit(world.bank.isUnforeseeable(call));
        } else {
            transaction.rollback();
        }
        if (fate == Transaction.Commit.FAILS) {
            throw new StoreException(FailureKind.TRANSIENT, "serialization failure", null);
        }
        if (fate != Transaction.Commit.FINE) {
            throw new StoreException(FailureKind.TIMEOUT_UNKNOWN_OUTCOME, "connection cut during commit", null);
        }
    }

    private @Nullable String kept(Key key) {
        return world.joined
                .read(List.of(key))
                .get(0)
                .map(OnceRecord::response)
                .map(bytes -> new String(bytes.toArray(), StandardCharsets.UTF_8))
                .orElse(null);
    }
}
