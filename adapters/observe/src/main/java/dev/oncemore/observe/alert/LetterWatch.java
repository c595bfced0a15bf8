package dev.oncemore.observe.alert;

import dev.oncemore.observe.alert.Alert.Severity;
import dev.oncemore.observe.warning.RepeatedWarning;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.Queues;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Detects dead letters that have been waiting too long. */
final class LetterWatch {
    private static final Duration AGE_MAX = Duration.ofHours(24);

    private final Tasks tasks;
    private final Delivery delivery;
    private final RepeatedWarning warning;

    LetterWatch(Tasks tasks, Delivery delivery) {
        this.tasks = tasks;
        this.delivery = delivery;
        warning = new RepeatedWarning(tasks.settings().time());
    }

    void lookOn(Executor executor) {
        try {
            executor.execute(this::look);
        } catch (RejectedExecutionException e) {
            warning.warn("the alert queue is full; the check for old dead letters was skipped", null);
        }
    }

    private void look() {
        try {
            for (Queues.Status queue : tasks.queues().list()) {
                if (queue.dead() > 0) {
                    look(queue);
                }
            }
            warning.recovered("dead letters are read again");
        } catch (RuntimeException e) {
            warning.warn("dead letters could not be read", e);
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
