package dev.oncemore.task;

import dev.oncemore.By;
import dev.oncemore.internal.Bounds;
import dev.oncemore.once.Codec;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.TaskExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Redrives many dead letters, as a task:
 *
 * <ol>
 *   <li>When it is enqueued, the newest matching letter becomes its bound: later letters are not touched, not even
 *       those that this redrive caused.
 *   <li>Each step redrives the oldest letters that still match, and extends its own lease: if that is refused, the task
 *       was cancelled or lost, and it stops.
 *   <li>Redriven letters no longer match, so there is no position to store, and a restart after a crash continues where
 *       it was.
 * </ol>
 */
final class BulkRedrive implements TaskHandler<RedrivePlan> {
    /** The queue of the toolkit's own tasks, which every worker serves. */
    static final String QUEUE = "oncemore";

    private static final String KIND = "oncemore.redrive";
    private static final int STEP_MAX = 100;

    private final Engine engine;

    private BulkRedrive(Engine engine) {
        this.engine = engine;
    }

    static void register(Engine engine) {
        engine.handlers.add(
                KIND,
                Codec.of(RedrivePlan::written, RedrivePlan::read),
                engine.settings.policy,
                new BulkRedrive(engine));
    }

    /** The filter for the letters that have died by now. */
    static Filter upToNow(DeadLetters letters, Filter filter) {
        return letters.page(filter, Order.NEWEST_FIRST, null, 1).stream()
                .findFirst()
                .map(newest -> filter.diedBefore(newest.diedAt().plusNanos(1_000)))
                .orElse(filter.diedBefore(Instant.EPOCH));
    }

    static void requireValid(Filter filter, int perSecond) {
        Bounds.between("perSecond", perSecond, 1, 1_000_000);
        if (filter.discarded()) {
            throw new IllegalArgumentException("discarded letters are not redriven; restore them first");
        }
    }

    static TaskHandle enqueue(Outbox outbox, Filter bounded, int perSecond, By by) {
        RedrivePlan plan = new RedrivePlan(bounded, perSecond, by);
        return outbox.enqueue(
                KIND, Bytes.of(plan.written()), TaskOptions.standard().queue(QUEUE));
    }

    @Override
    public Verdict handle(RedrivePlan plan, TaskRun task) throws InterruptedException {
        DeadLetters letters = engine.store.deadLetters();
        int step = Math.min(STEP_MAX, plan.perSecond());
        long pauseNanos = Duration.ofSeconds(1).toNanos() * step / plan.perSecond();
        long redriven = 0;
        while (isStillOurs(task)) {
            List<String> ids = engine.asking(() -> letters.page(plan.filter(), Order.OLDEST_FIRST, null, step)).stream()
                    .map(letter -> letter.task().id())
                    .toList();
            if (ids.isEmpty()) {
                return Verdict.done(String.valueOf(redriven));
            }
            redriven += engine.asking(() -> letters.redrive(ids, plan.by())).stream()
                    .filter(moved -> moved)
                    .count();
            engine.settings.time.sleep(pauseNanos);
        }
        return Verdict.retryLater(Duration.ZERO, "cancelled, or in other hands");
    }

    private boolean isStillOurs(TaskRun task) {
        List<TaskExtension> extension = List.of(new TaskExtension(task.id(), task.fence(), engine.settings.lease));
        return !task.isLost()
                && engine.asking(() -> engine.store.extend(extension)).get(0);
    }
}
