package dev.oncemore.task.inbox;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.OutcomeVisitor;
import dev.oncemore.once.Payload;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.record.Key;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.Verdict;
import dev.oncemore.time.Chance;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Handles each message once, however often it is delivered: its id is claimed in the handler's own transaction. A
 * second delivery waits for the first; if that rolls back, the second is handled.
 *
 * <pre>{@code
 * Inbox<Connection, Order> inbox = Inbox.of(once, "billing", JacksonCodecs.standard().of(Order.class));
 * Received received = inbox.receive(connection, delivery, (order, claim) -> {
 *     invoices.insert(connection, order);
 *     return Verdict.done();
 * });
 * }</pre>
 *
 * @param <C> the transaction's handle: a JDBC connection
 * @param <T> the type of the messages
 */
public final class Inbox<C, T> {
    private static final Logger LOG = System.getLogger("dev.oncemore.task");
    private static final String TENANT = "oncemore";
    private static final String HANDLED = "handled";
    private static final String REJECTED = "rejected: ";
    /** Without time limits: the consumer's transaction bounds the handler. */
    private static final RetryPolicy STANDARD_POLICY = RetryPolicy.named("inbox")
            .maxAttempts(10)
            .backoff(Backoff.exponential(Duration.ofSeconds(1))
                    .cap(Duration.ofMinutes(10))
                    .equalJitter())
            .noAttemptTimeout()
            .noDeadline()
            .unlimitedBudget()
            .build();

    private final TransactionalOperation<String, C> handling;
    private final Codec<T> codec;
    private final RetryPolicy policy;
    private final RandomGenerator random;

    private Inbox(
            TransactionalOperation<String, C> handling, Codec<T> codec, RetryPolicy policy, RandomGenerator random) {
        this.handling = handling;
        this.codec = Objects.requireNonNull(codec, "codec");
        this.policy = Objects.requireNonNull(policy, "policy");
        this.random = random;
    }

    /**
     * Creates the inbox of one consumer; two consumers of the same messages need different names. Messages are
     * remembered for the engine's retention, which must exceed the time in which the source may redeliver.
     *
     * @param consumer 1 to 90 printable ASCII characters
     */
    public static <C, T> Inbox<C, T> of(TransactionalOnce<C> once, String consumer, Codec<T> codec) {
        TransactionalOperation<String, C> handling =
                once.operation("inbox:" + consumer, Codec.text()).build();
        return new Inbox<>(handling, codec, STANDARD_POLICY, Chance.system());
    }

    /** A copy with another policy: its attempts, backoff and classifier. */
    public Inbox<C, T> policy(RetryPolicy changed) {
        return new Inbox<>(handling, codec, changed, random);
    }

    /** A copy with this source of jitter. */
    public Inbox<C, T> random(RandomGenerator changed) {
        return new Inbox<>(handling, codec, policy, changed);
    }

    /**
     * Handles a message in this open transaction, unless it was handled before.
     *
     * @return what to do with the message and the transaction; only an {@link Error} is thrown
     */
    public Received receive(C transaction, Delivery delivery, MessageHandler<? super T> handler) {
        Key key;
        T message;
        try {
            key = Key.of(TENANT, handling.name(), delivery.id());
        } catch (IllegalArgumentException e) {
            return new Received.DeadLetter("its id is not usable: " + e.getMessage());
        }
        try {
            message = codec.decode(delivery.payload().toArray());
        } catch (RuntimeException e) {
            return new Received.DeadLetter("it can not be read: " + e);
        }
        try {
            Payload payload = Payload.bytes(delivery.payload().toArray());
            return handling.within(transaction)
                    .key(key)
                    .runWithClaim(payload, claim -> {
                        // Checked only for new messages: if the last delivery was handled and its acknowledgement lost,
                        // this one is a duplicate.
                        requireAttemptLeft(delivery);
                        return words(handler.handle(message, claim));
                    })
                    .fold(new Answers());
        } catch (Undone e) {
            if (e.verdict instanceof Verdict.Failed thrown) {
                return logged(delivery, failed(delivery, policy.classifier().classify(thrown.cause())), thrown.cause());
            }
            return e.verdict instanceof Verdict.RetryLater later
                    ? again(delivery, later.delay(), later.why())
                    : e.received();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                return new Received.RetryLater(Duration.ZERO, "interrupted");
            }
            return logged(delivery, failed(delivery, policy.classifier().classify(e)), e);
        }
    }

    /** As {@link #receive}, for a handler without a verdict: the message is handled when it returns. */
    public Received consume(C transaction, Delivery delivery, MessageConsumer<? super T> consumer) {
        return receive(transaction, delivery, (message, claim) -> {
            consumer.accept(message, claim);
            return Verdict.done();
        });
    }

    /** The text recorded for a settled message; any other verdict must undo the claim. */
    private static String words(@Nullable Verdict verdict) {
        if (verdict instanceof Verdict.Done) {
            return HANDLED;
        }
        if (verdict instanceof Verdict.Rejected rejected) {
            return REJECTED + rejected.why();
        }
        throw new Undone(verdict);
    }

    private Received failed(Delivery delivery, dev.oncemore.retry.policy.Classification verdict) {
        Duration hint = verdict.suggestedDelay();
        return switch (verdict.kind()) {
            // The transaction is rolled back, and other systems are called again with the same key.
            case TRANSIENT, TIMEOUT_UNKNOWN_OUTCOME -> again(delivery, delayAfter(delivery, hint), verdict.toString());
            case THROTTLED -> new Received.Pause(delayAfter(delivery, hint), verdict.toString());
            case DOMAIN_REJECTION -> new Received.Ack(Received.How.REJECTED, false, verdict.reason());
            case PERMANENT, PROGRAMMER_ERROR -> new Received.DeadLetter(verdict.toString());
        };
    }

    private Duration delayAfter(Delivery delivery, @Nullable Duration hint) {
        return policy.delayAfter(delivery.attempt(), delivery.previousDelay(), hint, random);
    }

    /** The only place where the exception of a handler is seen: the caller gets a reason. */
    private Received logged(Delivery delivery, Received received, Exception thrown) {
        Level level = received instanceof Received.DeadLetter
                ? Level.ERROR
                : received instanceof Received.Ack ? Level.INFO : Level.WARNING;
        LOG.log(
                level,
                "message " + delivery.id() + " of " + handling.name() + " failed in delivery " + delivery.attempt()
                        + ": " + received,
                thrown);
        return received;
    }

    private Received again(Delivery delivery, Duration delay, String why) {
        return delivery.attempt() >= policy.maxAttempts()
                ? exhausted(delivery.attempt(), why)
                : new Received.RetryLater(delay, why);
    }

    private void requireAttemptLeft(Delivery delivery) {
        if (delivery.attempt() > policy.maxAttempts()) {
            throw new Undone(Verdict.dead(exhausted(delivery.attempt() - 1, "the last one ended without a word")
                    .reason()));
        }
    }

    private Received exhausted(int attempts, String why) {
        return new Received.DeadLetter(
                "gave up after " + attempts + " of " + policy.maxAttempts() + " deliveries: " + why);
    }

    /** Maps the outcome of handling a message to what the consumer must do. */
    private static final class Answers implements OutcomeVisitor<String, Received> {
        @Override
        public Received done(Outcome.Done<String> done) {
            if (done.isReplay()) {
                return new Received.Ack(Received.How.DUPLICATE, true, "it was " + done.value() + " before");
            }
            boolean handled = done.value().equals(HANDLED);
            return new Received.Ack(
                    handled ? Received.How.HANDLED : Received.How.REJECTED, true, "it was " + done.value());
        }

        @Override
        public Received doneWithoutValue(Outcome.DoneWithoutValue<String> done) {
            return new Received.Ack(Received.How.DUPLICATE, true, done.describe());
        }

        @Override
        public Received failed(Outcome.Failed<String> failed) {
            return new Received.Ack(Received.How.DUPLICATE, true, failed.describe());
        }

        @Override
        public Received inProgress(Outcome.InProgress<String> running) {
            return new Received.RetryLater(running.retryAfter(), running.describe());
        }

        @Override
        public Received otherwise(Outcome<String> outcome) {
            return new Received.DeadLetter(outcome.describe());
        }
    }

    /** Undoes the claim: it must not look like success even if the consumer commits by mistake. */
    private static final class Undone extends OncemoreException implements Classified {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable Verdict verdict;

        Undone(@Nullable Verdict verdict) {
            super("the handler returned " + verdict, null, false);
            this.verdict = verdict;
        }

        Received received() {
            if (verdict instanceof Verdict.PauseQueue pause) {
                return new Received.Pause(pause.span(), pause.why());
            }
            return new Received.DeadLetter(
                    verdict instanceof Verdict.Dead dead
                            ? dead.why()
                            : "the handler returned null instead of a verdict");
        }

        @Override
        public dev.oncemore.retry.policy.Classification classification() {
            return dev.oncemore.retry.policy.Classification.transientFailure(String.valueOf(getMessage()));
        }
    }
}
