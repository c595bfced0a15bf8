package dev.oncemore.observe.alert;

import dev.oncemore.internal.RateLimitedLogger;
import dev.oncemore.observe.alert.Alert.Severity;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.Queues;
import dev.oncemore.time.Durations;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Detects dead letters that have been waiting too long. */
final class LetterWatch {
    private static final Logger LOG = System.getLogger("dev.oncemore.observe");

    private static final Duration AGE_MAX = Duration.ofHours(24);

    private final Tasks tasks;
    private final Delivery delivery;
    private final RateLimitedLogger warnings;

    LetterWatch(Tasks tasks, Delivery delivery) {
        this.tasks = tasks;
        this.delivery = delivery;
        warnings = new RateLimitedLogger(LOG, tasks.settings().time());
    }

    void lookOn(Executor executor) {
        try {
            executor.execute(this::look);
        } catch (RejectedExecutionException e) {
            warnings.log(Level.WARNING, "the alert queue is full; the check for old dead letters was skipped");
        }
    }

    private void look() {
        try {
            for (Queues.Status queue : tasks.queues().list()) {
                if (queue.dead() > 0) {
                    look(queue);
                }
            }
            warnings.recovered("dead letters are read again");
        } catch (RuntimeException e) {
            warnings.log(Level.WARNING, "dead letters could not be read", e);
        }
    }

    private void look(Queues.Status queue) {
        List<DeadLetter> oldest =
                tasks.deadLetters().page(Filter.all().inQueue(queue.queue()), Order.OLDEST_FIRST, null, 1);
        if (oldest.isEmpty()) {
            return;
        }
        Duration age = Duration.between(oldest.get(0).diedAt(), tasks.store().now());
        if (age.compareTo(AGE_MAX) > 0) {
            delivery.raise(new Alert(
                    "dead_letters_ageing",
                    queue.queue(),
                    Severity.WARNING,
                    queue.queue() + ": " + queue.dead() + " dead letters, the oldest for "
                            + Durations.approximate(age.toNanos())));
        }
    }
}
