package dev.oncemore.torture.nemesis.node;

import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.QueueSettings;
import dev.oncemore.task.TaskEvent;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.store.TaskStore;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeoutException;

/** Tasks in lanes, whose effects are at the parent's bank. Each node process enqueues in its own lanes; all nodes work on them. */
final class LaneTasks {
    private static final String KIND = "lane-effect";
    private static final int LANES = 2;
    private static final int OPEN_MAX = 12;
    private static final Duration REPLY_AT_MOST = Duration.ofMillis(250);
    private static final Duration AGAIN_AFTER = Duration.ofMillis(30);
    private static final RetryPolicy PATIENT = RetryPolicy.named("torture")
            .maxAttempts(5_000)
            .backoff(Backoff.fixed(AGAIN_AFTER))
            .unlimitedBudget()
            .build();

    private final Tasks tasks;
    private final ParentLink parent;
    private final LoadControl load;
    private final String who;
    private final long[] next = new long[LANES];

    LaneTasks(TaskStore store, ParentLink parent, LoadControl load, String who) {
        tasks = Tasks.on(
                store,
                TaskSettings.standard()
                        .lease(Workload.LEASE)
                        .pollInterval(Duration.ofMillis(100))
                        .laneRunMax(4)
                        .queue(
                                Tasks.DEFAULT_QUEUE,
                                QueueSettings.standard().concurrency(3).prefetch(4))
                        .owner(who)
                        .policy(PATIENT)
                        .listener(this::heard));
        this.parent = parent;
        this.load = load;
        this.who = who;
    }

    void start(Random seeds) {
        tasks.handle(KIND, String.class, (payload, run) -> handle(payload, run, new Random(seeds.nextLong())));
        tasks.start();
    }

    /** Called by one thread only. An enqueue whose reply is lost is repeated under the same dedup key. */
    void enqueueAny(Random random) throws InterruptedException {
        if (Integer.parseInt(parent.ask("open")) >= OPEN_MAX) {
            return;
        }
        int index = random.nextInt(LANES);
        String lane = who + "/" + index;
        String name = lane + ":" + next[index];
        try {
            String id = tasks.enqueue(
                            KIND, name, TaskOptions.standard().lane(lane).dedupKey(name))
                    .id();
            next[index]++;
            parent.tell("enqueued", id, name);
        } catch (RuntimeException e) {
            // The store is unavailable, or the outcome unknown: the next call repeats it.
            parent.tell("not-enqueued", name, e.toString());
        }
    }

    private Verdict handle(String name, TaskRun run, Random random) throws InterruptedException {
        String fence = Long.toString(run.fence());
        parent.ask("task-begin", run.id(), name, fence, Integer.toString(run.attempt()));
        run.onLost(() -> parent.tell("task-told", run.id(), fence));
        try {
            load.last(random, run::isLost);
            String reply = parent.ask(REPLY_AT_MOST, "task-effect", run.id(), name, fence);
            return reply.equals("ok") ? Verdict.done(name) : Verdict.retryLater(AGAIN_AFTER, "the bank said " + reply);
        } catch (TimeoutException e) {
            return Verdict.retryLater(AGAIN_AFTER, "no reply from the bank");
        } finally {
            parent.ask("task-end", run.id(), fence);
        }
    }

    private void heard(TaskEvent event) {
        if (event instanceof TaskEvent.Done done) {
            tell("done", done.id(), done.attempt());
        } else if (event instanceof TaskEvent.Retried retried) {
            tell("retried", retried.id(), retried.attempt());
        } else if (event instanceof TaskEvent.Lost lost) {
            tell("lost", lost.id(), lost.attempt());
        } else if (event instanceof TaskEvent.Dead dead) {
            tell("dead", dead.id(), dead.attempt());
        }
    }

    private void tell(String what, String id, int attempt) {
        parent.tell("task-event", what, id, Integer.toString(attempt));
    }
}
