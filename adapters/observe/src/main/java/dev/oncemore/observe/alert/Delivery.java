package dev.oncemore.observe.alert;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Payload;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Sends alerts, each once per quiet period and channel:
 *
 * <ol>
 *   <li>An alert recently raised on this node is skipped: a thousand dead letters cause one lookup.
 *   <li>Sending is an effect keyed by channel and alert, kept for the quiet period. The first node sends.
 *   <li>A failed alert is retried, here and when it is next raised. If its outcome is unknown, it is sent again with
 *       the same key: twice is better than never.
 * </ol>
 */
final class Delivery {
    private static final Logger LOG = System.getLogger("dev.oncemore.observe");

    private static final int LATELY_MAX = 1_000;
    private static final RetryPolicy POLICY = RetryPolicy.named("alerts")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(500)).cap(Duration.ofSeconds(10)))
            .attemptTimeout(Duration.ofSeconds(30)) // mail servers and paging services take their time
            .build();

    private final List<Channel> channels;
    private final Duration quiet;
    private final Time time;
    private final Executor executor;
    private final Retry retry;
    private final RateLimitedLogger warnings;
    /** When each alert was last raised, oldest first. Guarded by itself. */
    private final Map<String, Long> lately = new LinkedHashMap<>();

    Delivery(RecordStore store, List<AlertChannel> channels, Duration quiet, Time time, Executor executor) {
        this.quiet = quiet;
        this.time = time;
        this.executor = executor;
        Once once = Once.on(store, OnceSettings.standard().time(time));
        this.channels = channels.stream()
                .map(channel -> new Channel(
                        channel,
                        once.operation("alert:" + channel.name(), String.class)
                                .retention(quiet)
                                .waitAtMost(Duration.ZERO)
                                .whenUnknown(WhenUnknown.RUN_AGAIN)
                                .build()))
                .toList();
        warnings = new RateLimitedLogger(LOG, time);
        retry = Retry.builder(POLICY).time(time).build();
    }

    void raise(Alert alert) {
        if (!isNew(alert)) {
            return;
        }
        try {
            executor.execute(() -> send(alert));
        } catch (RejectedExecutionException e) {
            forget(alert);
            warnings.log(Level.WARNING, "full", "the alert queue is full; not sent: " + alert.summary(), null);
        }
    }

    private boolean isNew(Alert alert) {
        long now = time.nanoTime();
        synchronized (lately) {
            Long last = lately.get(alert.key());
            if (last != null && now - last < quiet.toNanos()) {
                return false;
            }
            lately.remove(alert.key());
            lately.put(alert.key(), now);
            if (lately.size() > LATELY_MAX) {
                lately.remove(lately.keySet().iterator().next());
            }
            return true;
        }
    }

    private void forget(Alert alert) {
        synchronized (lately) {
            lately.remove(alert.key());
        }
    }

    private void send(Alert alert) {
        for (Channel channel : channels) {
            try {
                String unused = retry.call(Safety.idempotent(), () -> channel.sendOnce(alert));
            } catch (RuntimeException e) {
                forget(alert);
                warnings.log(
                        Level.WARNING,
                        channel.channel.name() + " " + alert.key(),
                        channel.channel.name() + " failed to send an alert: " + alert.summary(),
                        e);
            }
        }
    }

    /** A channel, and sending to it as an operation. */
    private record Channel(AlertChannel channel, Operation<String> sending) {
        String sendOnce(Alert alert) {
            return sending.key("oncemore", alert.key())
                    .by("alerts")
                    .run(Payload.none(), claim -> {
                        channel.send(alert, claim.downstreamKey());
                        return "sent";
                    })
                    .require();
        }
    }
}
