package dev.oncemore.task.schedule;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.Tasks;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of a schedule that differ from the defaults. An immutable value; each method returns a changed copy.
 *
 * <pre>{@code
 * ScheduleOptions.standard().overlap(Overlap.QUEUE).misfire(Misfire.fireEach(12))
 * }</pre>
 */
public final class ScheduleOptions {
    private static final Duration GRACE_MAX = Duration.ofHours(1);
    private static final ScheduleOptions STANDARD =
            new ScheduleOptions(Tasks.DEFAULT_QUEUE, Overlap.SKIP, Misfire.fireOnce(), Duration.ofMinutes(1), null);

    final String queue;
    final Overlap overlap;
    final Misfire misfire;
    final Duration grace;
    final @Nullable RetryPolicy policy;

    private ScheduleOptions(
            String queue, Overlap overlap, Misfire misfire, Duration grace, @Nullable RetryPolicy policy) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.overlap = Objects.requireNonNull(overlap, "overlap");
        this.misfire = Objects.requireNonNull(misfire, "misfire");
        this.grace = grace;
        this.policy = policy;
    }

    /**
     * The default queue; overlapping instants are skipped, missed ones fire once, and an instant is missed after a
     * minute.
     */
    public static ScheduleOptions standard() {
        return STANDARD;
    }

    /** Uses this queue. All nodes that serve it must declare the schedule. */
    public ScheduleOptions queue(String queue) {
        return new ScheduleOptions(queue, overlap, misfire, grace, policy);
    }

    /** Sets what happens while the previous firing has not ended. */
    public ScheduleOptions overlap(Overlap overlap) {
        return new ScheduleOptions(queue, overlap, misfire, grace, policy);
    }

    /** Sets what happens to instants that no node could fire. */
    public ScheduleOptions misfire(Misfire misfire) {
        return new ScheduleOptions(queue, overlap, misfire, grace, policy);
    }

    /** Sets the delay after which an instant counts as missed; 1 s to 1 h. */
    public ScheduleOptions grace(Duration grace) {
        if (grace.compareTo(Duration.ofSeconds(1)) < 0 || grace.compareTo(GRACE_MAX) > 0) {
            throw new IllegalArgumentException("grace must be between 1 s and 1 h, but is " + Durations.format(grace));
        }
        return new ScheduleOptions(queue, overlap, misfire, grace, policy);
    }

    /** Sets the retry policy of firings, instead of the one in the tasks' settings. */
    public ScheduleOptions policy(RetryPolicy policy) {
        return new ScheduleOptions(queue, overlap, misfire, grace, Objects.requireNonNull(policy, "policy"));
    }
}
