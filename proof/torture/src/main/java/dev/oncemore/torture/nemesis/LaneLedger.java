package dev.oncemore.torture.nemesis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of tasks: their effects by lane, the fences they came under, and how nodes saw them end. Callers hold the ledger's
 * lock.
 */
final class LaneLedger {
    private static final int ACCEPTED_KEPT_MAX = 32;
    private static final int PERCENT = 100;
    private static final int REPLIES_LOST_PERCENT = 4;

    private final ViolationLog violations;
    private final CampaignCounters counters;
    private final Runs runs;
    private final Random random;
    private final Map<String, TaskEntry> tasks = new HashMap<>();
    private final Map<String, Lane> lanes = new HashMap<>();

    LaneLedger(ViolationLog violations, CampaignCounters counters, Runs runs, long seed) {
        this.violations = violations;
        this.counters = counters;
        this.runs = runs;
        random = new Random(seed);
    }

    /** The state of one task. */
    static final class TaskEntry {
        final Timeline timeline;
        private final Lane lane;
        final long number;
        private boolean isBooked;
        private int doneAttempt;
        private long newestFence;
        private long effectFence;
        private int attemptMax;

        private TaskEntry(Timeline timeline, Lane lane, long number) {
            this.timeline = timeline;
            this.lane = lane;
            this.number = number;
        }
    }

    /** One thread enqueues 0, 1, 2 and so on in a lane, so first effects must come in that order. */
    private static final class Lane {
        private final Timeline timeline;
        private long next;
        private final Deque<Run> accepted = new ArrayDeque<>();

        private Lane(Timeline timeline) {
            this.timeline = timeline;
        }
    }

    Map<String, TaskEntry> tasks() {
        return Map.copyOf(tasks);
    }

    /** Forgets ended tasks, but not lanes, since a task may show up late. */
    void forget() {
        tasks.clear();
    }

    /** The number of tasks without an effect so far. */
    int open() {
        return (int) tasks.values().stream().filter(task -> !task.isBooked).count();
    }

    private TaskEntry task(String id, String name) {
        return tasks.computeIfAbsent(id, absent -> {
            int colon = name.lastIndexOf(':');
            Lane lane = lanes.computeIfAbsent(
                    name.substring(0, colon), key -> new Lane(violations.timeline("lane " + key)));
            long number = Long.parseLong(name.substring(colon + 1));
            return new TaskEntry(lane.timeline.of("number " + number + ", task " + id), lane, number);
        });
    }

    void enqueued(NodeProcess member, String id, String name) {
        task(id, name).timeline.add(member + " was told that it is enqueued");
    }

    void begin(NodeProcess member, String id, String name, long fence, int attempt) {
        TaskEntry task = task(id, name);
        task.timeline.add(member + " runs its handler under fence " + fence + ", attempt " + attempt);
        if (attempt > 1) {
            counters.count("takeovers and retries of tasks", 1);
        }
        if (task.doneAttempt > 0 && attempt > task.doneAttempt) {
            violations.broken("a task that was done is not given again", task.timeline);
        }
        task.attemptMax = Math.max(task.attemptMax, attempt);
        task.newestFence = Math.max(task.newestFence, fence);
        runs.begin(id, new Run(fence, attempt, member, task.timeline), task.newestFence);
    }

    void told(NodeProcess member, String id, long fence) {
        known(id).ifPresent(task -> task.timeline.add(member + " was told that fence " + fence + " is lost"));
        runs.told(id, fence);
    }

    void end(NodeProcess member, String id, long fence) {
        known(id).ifPresent(task -> task.timeline.add(member + " ended its handler under fence " + fence));
        runs.ended(id, fence);
    }

    /** The reply; empty when it is lost. */
    Optional<String> effect(NodeProcess member, String id, String name, long fence) {
        TaskEntry task = task(id, name);
        if (fence < task.effectFence) {
            task.timeline.add(
                    "its effect under fence " + fence + " came after that of " + task.effectFence + ": refused");
            counters.count("late effects refused", 1);
            return Optional.of("refused");
        }
        task.effectFence = fence;
        if (!task.isBooked) {
            task.isBooked = true;
            task.timeline.add("its effect was booked for " + member + " (fence " + fence + ")");
            requireOrder(task);
        }
        return random.nextInt(PERCENT) < REPLIES_LOST_PERCENT ? Optional.empty() : Optional.of("ok");
    }

    private void requireOrder(TaskEntry task) {
        Lane lane = task.lane;
        if (task.number > lane.next) {
            task.timeline.add("number " + lane.next + " of its lane was next");
            violations.broken("a lane keeps its order", task.timeline);
        }
        lane.next = Math.max(lane.next, task.number + 1);
    }

    void event(NodeProcess member, String what, String id, int attempt) {
        TaskEntry task = known(id).orElse(null);
        if (task == null) {
            return;
        }
        task.timeline.add(member + " was told of attempt " + attempt + ": " + what);
        Run run = runs.attempt(id, attempt).orElse(null);
        switch (what) {
            case "done" -> {
                if (task.doneAttempt > 0) {
                    violations.broken("a task is done once", task.timeline);
                }
                task.doneAttempt = attempt;
                if (!task.isBooked) {
                    violations.broken("a task that is done had its effect", task.timeline);
                }
                if (task.attemptMax > attempt) {
                    violations.broken("a deposed attempt is not done: a later one began", task.timeline);
                }
                accepted(id, task, run);
            }
            case "retried" -> accepted(id, task, run);
            case "lost" -> {
                if (run != null) {
                    runs.settled(id, run, false);
                }
            }
            default -> violations.broken("a task that can be done is not given up", task.timeline);
        }
    }

    private void accepted(String id, TaskEntry task, @Nullable Run run) {
        if (run == null) {
            return;
        }
        runs.settled(id, run, true);
        Lane lane = task.lane;
        for (Run other : lane.accepted) {
            if (run.overlaps(other)) {
                task.timeline.add(run + " and " + other + " overlap");
                violations.broken("a lane is worked on by one rightful owner at a time", task.timeline);
            }
        }
        lane.accepted.addLast(run);
        if (lane.accepted.size() > ACCEPTED_KEPT_MAX) {
            lane.accepted.removeFirst();
        }
    }

    private Optional<TaskEntry> known(String id) {
        return Optional.ofNullable(tasks.get(id));
    }
}
