package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.task.inbox.Delivery;
import dev.oncemore.task.inbox.Inbox;
import dev.oncemore.task.inbox.MessageHandler;
import dev.oncemore.task.inbox.Received;
import dev.oncemore.task.inbox.Received.How;
import dev.oncemore.testkit.race.Together;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Conformance of {@link Inbox} on every store that joins transactions. The effect of these tests is one more row in a table of
 * the inheritor.
 *
 * @param <C> the transaction's handle
 */
public abstract class InboxConformance<C> {
    private static final int ATTEMPTS_MAX = 50;

    private @Nullable Inbox<C, String> opened;

    /** For inheritors. */
    protected InboxConformance() {}

    /** An empty store, and an empty table for effects beside it. */
    protected abstract JoiningStore<C> openStore() throws Exception;

    /** A new transaction, at the database's default isolation. */
    protected abstract C begin() throws Exception;

    /** The isolation levels of {@link #beginAt}, as the database numbers them; empty if it has only one. */
    protected List<Integer> levels() {
        return List.of();
    }

    /** A new transaction at this level, which has taken its snapshot if the level has one. */
    protected C beginAt(int level) throws Exception {
        return begin();
    }

    /** Commits and closes. */
    protected abstract void commit(C transaction) throws Exception;

    /** Rolls back and closes. */
    protected abstract void rollback(C transaction) throws Exception;

    /** Adds a row to the table of effects. */
    protected abstract void insertEffect(C transaction, String value) throws Exception;

    /** The number of committed rows in the table of effects. */
    protected abstract int countEffects() throws Exception;

    @BeforeEach
    final void open() throws Exception {
        opened = Inbox.of(Once.on(openStore(), OnceSettings.standard().who("tester")), "billing", Codec.text());
    }

    private Inbox<C, String> inbox() {
        return Objects.requireNonNull(opened, "no store is open");
    }

    private static Delivery message(String id) {
        return new Delivery(id, Bytes.ofText("order paid"), 1);
    }

    private Received receive(C transaction, String id) {
        return inbox().receive(transaction, message(id), inserts(transaction));
    }

    private MessageHandler<String> inserts(C transaction) {
        return (text, claim) -> {
            insertEffect(transaction, text);
            return dev.oncemore.task.Verdict.done();
        };
    }

    /** Handles a message as a consumer must, and returns the result. */
    private Received consume(Delivery delivery, MessageHandlerIn<C> handler) throws Exception {
        C transaction = begin();
        Received received = inbox().receive(transaction, delivery, (text, claim) -> handler.handle(transaction, text));
        if (received.commits()) {
            commit(transaction);
        } else {
            rollback(transaction);
        }
        return received;
    }

    private interface MessageHandlerIn<C> {
        dev.oncemore.task.Verdict handle(C transaction, String text) throws Exception;
    }

    @Test
    void whatOthersHandledAfterTheSnapshotIsNotHandledAgain_atAnyLevel() throws Exception {
        int effects = 0;
        for (int level : levels()) {
            String id = "at-" + level;
            C late = beginAt(level);
            consume(message(id), (transaction, text) -> {
                insertEffect(transaction, text);
                return dev.oncemore.task.Verdict.done();
            });
            effects++;

            Received received = receive(late, id);
            if (received.commits()) {
                commit(late);
            } else {
                rollback(late);
            }

            assertThat(countEffects()).as("%s at level %s", received, level).isEqualTo(effects);
            assertThat(received).isInstanceOfAny(Received.Ack.class, Received.RetryLater.class);
            assertThat(consume(message(id), (transaction, text) -> {
                        throw new AssertionError("handled again");
                    }))
                    .isInstanceOf(Received.Ack.class);
        }
    }

    @Test
    void whatWasPublishedTwiceIsHandledOnce() throws Exception {
        for (int i = 0; i < 3; i++) {
            C transaction = begin();
            Received received = receive(transaction, "m-1");
            commit(transaction);
            assertThat(received)
                    .isInstanceOfSatisfying(
                            Received.Ack.class, ack -> assertThat(ack.commits()).isTrue());
        }
        C other = begin();
        receive(other, "m-2");
        commit(other);

        assertThat(countEffects()).isEqualTo(2);
    }

    @Test
    void aConsumerThatDiedBeforeItsCommitIsFollowedByOneThatHandlesTheMessage() throws Exception {
        C first = begin();
        receive(first, "m-1");
        rollback(first);
        assertThat(countEffects()).isZero();

        C second = begin();
        Received again = receive(second, "m-1");
        commit(second);

        assertThat(again).extracting("how").isEqualTo(How.HANDLED);
        assertThat(countEffects()).isEqualTo(1);
    }

    @Test
    void theSecondDeliveryWaitsForTheFirst_andIsADuplicate() throws Exception {
        C first = begin();
        receive(first, "m-1");
        CountDownLatch asking = new CountDownLatch(1);
        CompletableFuture<Received> second = CompletableFuture.supplyAsync(() -> receiveAndCommit(asking));
        assertThat(asking.await(30, TimeUnit.SECONDS)).isTrue();

        commit(first);

        assertThat(second.get(60, TimeUnit.SECONDS)).extracting("how").isEqualTo(How.DUPLICATE);
        assertThat(countEffects()).isEqualTo(1);
    }

    @Test
    void theSecondDeliveryIsHandled_whenTheFirstRollsBack() throws Exception {
        C first = begin();
        receive(first, "m-1");
        CountDownLatch asking = new CountDownLatch(1);
        CompletableFuture<Received> second = CompletableFuture.supplyAsync(() -> receiveAndCommit(asking));
        assertThat(asking.await(30, TimeUnit.SECONDS)).isTrue();

        rollback(first);

        assertThat(second.get(60, TimeUnit.SECONDS)).extracting("how").isEqualTo(How.HANDLED);
        assertThat(countEffects()).isEqualTo(1);
    }

    @Test
    void of8ConcurrentDeliveriesOneIsHandled() throws Exception {
        List<Received> all = Together.run(8, i -> () -> receiveAndCommit(new CountDownLatch(1)));

        assertThat(all).extracting("how").containsOnlyOnce(How.HANDLED).contains(How.DUPLICATE);
        assertThat(countEffects()).isEqualTo(1);
    }

    /** Delivers the message again after a conflict, as a source would. */
    private Received receiveAndCommit(CountDownLatch asking) {
        for (int attempt = 1; ; attempt++) {
            try {
                C transaction = begin();
                asking.countDown();
                Received received = receive(transaction, "m-1");
                if (received.commits()) {
                    commit(transaction);
                    return received;
                }
                rollback(transaction);
            } catch (Exception e) {
                if (attempt == ATTEMPTS_MAX) {
                    throw new AssertionError("the message never got through", e);
                }
            }
            if (attempt == ATTEMPTS_MAX) {
                throw new AssertionError("the message never got through");
            }
        }
    }

    @Test
    void aFinalNoIsKept_andIsNotAskedForAgain() throws Exception {
        Received first = consume(message("m-1"), (transaction, text) -> {
            insertEffect(transaction, "refused: " + text);
            return dev.oncemore.task.Verdict.rejected("unknown customer");
        });
        Received second = consume(message("m-1"), (transaction, text) -> {
            throw new AssertionError("it is not handled again");
        });

        assertThat(first).isEqualTo(new Received.Ack(How.REJECTED, true, "it was rejected: unknown customer"));
        assertThat(second).isEqualTo(new Received.Ack(How.DUPLICATE, true, "it was rejected: unknown customer before"));
        assertThat(countEffects()).as("the handler's writes are kept").isEqualTo(1);
    }

    @Test
    void whateverDoesNotSettleItLeavesNoTrace_andTheNextDeliveryIsHandled() throws Exception {
        List<Classification> failures = List.of(
                Classification.transientFailure("busy"),
                Classification.throttled("busy"),
                Classification.unknownOutcome("reset"),
                Classification.permanent("bug"),
                Classification.rejected("no"));
        for (Classification failure : failures) {
            Received received = consume(message("m-1"), (transaction, text) -> {
                insertEffect(transaction, text);
                throw new Fails(failure);
            });
            assertThat(received.commits()).isFalse();
            assertThat(countEffects()).isZero();
        }

        assertThat(consume(message("m-1"), (transaction, text) -> {
                    insertEffect(transaction, text);
                    return dev.oncemore.task.Verdict.done();
                }))
                .extracting("how")
                .isEqualTo(How.HANDLED);
        assertThat(countEffects()).isEqualTo(1);
    }

    private static final class Fails extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient Classification classification;

        Fails(Classification classification) {
            super(classification.toString());
            this.classification = classification;
        }

        @Override
        public Classification classification() {
            return classification;
        }
    }
}
