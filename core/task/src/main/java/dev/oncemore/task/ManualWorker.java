package dev.oncemore.task;

import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.End;
import dev.oncemore.task.store.Queues;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A worker for tests, driven by hand: each task runs on the calling thread, and its end is recorded when the call
 * returns. With virtual time nothing depends on timing.
 *
 * <pre>{@code
 * tasks.enqueue("welcome-mail", "ann@example.com");
 * assertThat(tasks.manualWorker().runAll()).isEqualTo(1);
 * }</pre>
 */
public final class ManualWorker {
    private static final int RUNS_MAX = 10_000;

    private final Engine engine;
    private final Performer performer;
    private final Heartbeat heartbeat;
    private final CallbackExecutor hooks;
    private long claims;

    ManualWorker(Engine engine) {
        this.engine = engine;
        performer = new Performer(engine);
        Executor executor = engine.settings.executor != null ? engine.settings.executor : Runnable::run;
        heartbeat = new Heartbeat(engine, executor);
        hooks = new CallbackExecutor("hooks of lost tasks", executor, engine.settings.time, 1);
    }

    /** Runs the next due task of any queue; returns false if there is none. */
    public boolean runOne() {
        for (Queues.Status queue : engine.store.queues().list()) {
            if (runOne(queue.queue())) {
                return true;
            }
        }
        return false;
    }

    /** Runs the next due task of this queue; returns false if there is none. */
    public boolean runOne(String queue) {
        ClaimTime asked = ClaimTime.now(engine.settings);
        List<Claimed> claimed = engine.store.claim(new ClaimRequest(
                engine.settings.owner, engine.settings.lease, 1, List.of(new ClaimRequest.Share(queue, 1))));
        claimed.forEach(each -> run(each, asked));
        return !claimed.isEmpty();
    }

    /**
     * Runs all due tasks, including those that become due thereby; returns the number of runs.
     *
     * @throws IllegalStateException if tasks are still due after 10,000 runs
     */
    public int runAll() {
        int runs = 0;
        while (runOne()) {
            if (++runs == RUNS_MAX) {
                throw new IllegalStateException("after " + RUNS_MAX + " runs there is still something due");
            }
        }
        return runs;
    }

    private void run(Claimed claimed, ClaimTime asked) {
        TaskRun run = new TaskRun(engine, claimed, ++claims, asked, hooks);
        engine.emit(
                new TaskEvent.Claimed(run.queue(), run.kind(), run.id(), run.attempt(), claimed.waited()), run.task());
        heartbeat.add(List.of(run));
        try {
            performer.perform(run).ifPresent(this::settle);
        } finally {
            heartbeat.remove(run);
        }
    }

    private void settle(Conclusion conclusion) {
        boolean accepted = engine.asking(() -> engine.store.finish(List.of(conclusion.finish())))
                .get(0);
        TaskRun run = conclusion.run();
        TaskEvent event = conclusion.event();
        if (!accepted && !(conclusion.end() instanceof End.Released)) {
            engine.emit(new TaskEvent.Lost(run.queue(), run.kind(), run.id(), run.attempt(), run.fence()), run.task());
        } else if (event != null) {
            engine.emit(event, run.task());
        }
    }
}
