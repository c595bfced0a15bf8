package dev.oncemore.http.webhook;

import dev.oncemore.http.RetryAfter;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.Outbox;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import dev.oncemore.time.WallClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import javax.net.ssl.SSLSocketFactory;

/**
 * Sends messages to third-party endpoints as tasks, until they are delivered, rejected, or given up as dead letters.
 *
 * <pre>{@code
 * Tasks tasks = Tasks.on(store, TaskSettings.standard().queue(Webhooks.QUEUE, QueueSettings.standard()));
 * Webhooks webhooks = Webhooks.builder(tasks, endpoints).build();
 * webhooks.send(new WebhookMessage("shop-7", "order-paid-1017", json));
 * }</pre>
 *
 * <p>Status 2xx delivers a message; 410 disables the endpoint. Any other status, including a redirect, is a failure:
 * the message is retried according to the policy, and not before {@code Retry-After}, up to the policy's longest hint
 * (a day by default).
 */
public final class Webhooks {
    /** The kind of webhook tasks. */
    public static final String KIND = "oncemore.webhook";
    /** The queue of webhook tasks, unless the builder names another. The task settings must include it. */
    public static final String QUEUE = "webhooks";

    private final Tasks tasks;
    private final Endpoint.Registry endpoints;
    private final String queue;
    private final AddressGuard guard;
    private final InstantSource clock;
    private final Post post;

    private Webhooks(Builder builder) {
        tasks = builder.tasks;
        endpoints = builder.endpoints;
        queue = builder.queue;
        guard = builder.guard;
        clock = builder.clock;
        post = new Post(builder.time, builder.limit, builder.tls);
        tasks.handle(KIND, WebhookMessage.CODEC, builder.policy, this::deliver);
    }

    /** Starts a builder on these tasks; {@link Builder#build} registers the handler. */
    public static Builder builder(Tasks tasks, Endpoint.Registry endpoints) {
        return new Builder(tasks, endpoints);
    }

    /** Sends a message. Messages with the same id to the same endpoint are sent once. */
    public TaskHandle send(WebhookMessage message) {
        return tasks.enqueue(KIND, WebhookMessage.CODEC.encode(message), once(message));
    }

    /**
     * As {@link #send}, in the same transaction as your rows: {@code webhooks.send(tasks.within(connection), message)}.
     */
    public TaskHandle send(Outbox outbox, WebhookMessage message) {
        return outbox.enqueue(KIND, WebhookMessage.CODEC.encode(message), once(message));
    }

    private TaskOptions once(WebhookMessage message) {
        byte[] id = message.id().getBytes(StandardCharsets.UTF_8);
        byte[] hash =
                Fingerprinter.plain().ofBytes(KIND, message.endpoint(), id).bytes();
        return TaskOptions.standard().queue(queue).dedupKey(HexFormat.of().formatHex(hash));
    }

    /**
     * Sends a message again that may have been delivered before, with its original id, so that its receiver can
     * deduplicate it.
     */
    public TaskHandle replay(WebhookMessage message) {
        return tasks.enqueue(
                KIND,
                WebhookMessage.CODEC.encode(message),
                TaskOptions.standard().queue(queue));
    }

    private Verdict deliver(WebhookMessage message, TaskRun task) throws IOException {
        Optional<Endpoint> found = find(message.endpoint());
        if (found.isEmpty()) {
            return Verdict.rejected("there is no endpoint " + message.endpoint());
        }
        Endpoint endpoint = found.get();
        if (!endpoint.isEnabled()) {
            return Verdict.rejected("the endpoint is disabled: " + endpoint.disabledBecause());
        }
        byte[] body = message.json().getBytes(StandardCharsets.UTF_8);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "oncemore-webhooks");
        headers.putAll(WebhookSignature.headers(endpoint.secrets(), message.id(), clock.instant(), body));
        Post.Reply reply = post.send(endpoint.uri(), guard.admit(endpoint.uri()), headers, body);
        return judge(endpoint, reply);
    }

    /** A registry that is briefly unavailable must not cost a message: only a classified failure is final. */
    private Optional<Endpoint> find(String id) {
        try {
            return endpoints.find(id);
        } catch (RuntimeException e) {
            if (e instanceof Classified) {
                throw e;
            }
            throw new DeliveryException(dev.oncemore.retry.policy.Classification.transientFailure(
                    "the endpoint registry failed: " + e.getClass().getName()));
        }
    }

    private Verdict judge(Endpoint endpoint, Post.Reply reply) {
        String status = "HTTP " + reply.status();
        if (reply.status() < 300) {
            return Verdict.done(status);
        }
        if (reply.status() == 410) {
            endpoints.disable(endpoint.id(), "it answered 410 Gone");
            return Verdict.rejected(status + ": the endpoint is now disabled");
        }
        dev.oncemore.retry.policy.Classification failed = reply.status() < 400
                ? dev.oncemore.retry.policy.Classification.transientFailure(status + ": redirects are not followed")
                : dev.oncemore.retry.policy.Classification.transientFailure(status);
        Optional<Duration> wait = new RetryAfter(clock).parse(reply.retryAfter(), null);
        throw new DeliveryException(wait.map(failed::notBefore).orElse(failed));
    }

    /** Builds {@link Webhooks}. */
    public static final class Builder {
        private static final Duration LIMIT_MIN = Duration.ofMillis(100);
        private static final Duration LIMIT_MAX = Duration.ofMinutes(2);

        private final Tasks tasks;
        private final Endpoint.Registry endpoints;
        private String queue = QUEUE;
        private AddressGuard guard = AddressGuard.publicOnly();
        private RetryPolicy policy = RetryPolicy.named("webhook")
                .maxAttempts(12)
                .backoff(Backoff.exponential(Duration.ofSeconds(5)).cap(Duration.ofHours(6)))
                // A server that asks for a wait of years must not keep a message from becoming a dead letter.
                .longestHint(Duration.ofDays(1))
                .noAttemptTimeout() // the limit below bounds an attempt
                .noDeadline()
                .build();
        private Duration limit = Duration.ofSeconds(15);
        private InstantSource clock = WallClock.system();
        private Time time = Time.system();
        private SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();

        private Builder(Tasks tasks, Endpoint.Registry endpoints) {
            this.tasks = Objects.requireNonNull(tasks, "tasks");
            this.endpoints = Objects.requireNonNull(endpoints, "endpoints");
        }

        /**
         * Sets the queue of messages, {@link #QUEUE} by default: for programs that share a store and have endpoints of
         * their own.
         */
        public Builder queue(String queue) {
            this.queue = Objects.requireNonNull(queue, "queue");
            return this;
        }

        /** Restricts the targets of messages; public addresses only by default. */
        public Builder guard(AddressGuard guard) {
            this.guard = Objects.requireNonNull(guard, "guard");
            return this;
        }

        /** Sets the retry policy; by default twelve attempts within three hours. */
        public Builder policy(RetryPolicy policy) {
            this.policy = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /** Sets the time limit of one attempt, from connecting to the reply; 100 ms to 2 min, 15 s by default. */
        public Builder limit(Duration limit) {
            if (limit.compareTo(LIMIT_MIN) < 0 || limit.compareTo(LIMIT_MAX) > 0) {
                throw new IllegalArgumentException(
                        "limit must be between 100 ms and 2 min, but is " + Durations.format(limit));
            }
            this.limit = limit;
            return this;
        }

        /** Sets the clock for the timestamps of messages. */
        public Builder clock(InstantSource clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /** Sets the source of time for the limit; tests use virtual time. */
        public Builder time(Time time) {
            this.time = Objects.requireNonNull(time, "time");
            return this;
        }

        /** Sets the TLS socket factory; the JDK's trust store by default. */
        public Builder tls(SSLSocketFactory tls) {
            this.tls = Objects.requireNonNull(tls, "tls");
            return this;
        }

        /**
         * Registers the handler for webhook tasks.
         *
         * @throws IllegalArgumentException if the tasks do not include the queue, so that nothing would be delivered
         */
        public Webhooks build() {
            if (!tasks.settings().queues().contains(queue)) {
                String name = queue.equals(QUEUE) ? "Webhooks.QUEUE" : '"' + queue + '"';
                throw new IllegalArgumentException("webhooks are delivered from the queue '" + queue
                        + "', but these tasks work on "
                        + new TreeSet<>(tasks.settings().queues())
                        + " only; add .queue(" + name + ", QueueSettings.standard()) to their TaskSettings");
            }
            return new Webhooks(this);
        }
    }
}
