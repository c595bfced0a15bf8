package dev.oncemore.task.schedule;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.Tasks;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a schedule fires, where that is not as usual. An immutable value; each method answers a changed copy.
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

    /** In the default queue; an instant that overlaps is skipped, missed ones fire once, after a minute they are missed. */
    public static ScheduleOptions standard() {
        return STANDARD;
    }

    /** In this queue. All nodes that work on it must declare the schedule. */
    public ScheduleOptions queue(String queue) {
        return new ScheduleOptions(queue, overlap, misfire, grace, policy);
    }

    /** What happens while the last firing has not ended. */
    public ScheduleOptions overlap(Overlap overlap) {
        return new ScheduleOptions(queue, overlap, misfire, grace, policy);
    }

    /** What happens to instants that nobody was there to fire. */
    public ScheduleOptions misfire(Misfire misfire) {
        return new ScheduleOptions(queue, overlap, misfire, grace, policy);
    }

    /** How late is only late: from then on an instant counts as missed; 1 s to 1 h. */
    public ScheduleOptions grace(Duration grace) {
        if (grace.compareTo(Duration.ofSeconds(1)) < 0 || grace.compareTo(GRACE_MAX) > 0) {
            throw new IllegalArgumentException("grace must be between 1 s and 1 h, but is " + Durations.format(grace));
        }
        return new ScheduleOptions(queue, overlap, misfire, grace, policy);
    }

    /** How often and how far apart a firing that fails is tried again, instead of as the tasks' settings say. */
    public ScheduleOptions policy(RetryPolicy policy) {
        return new ScheduleOptions(queue, overlap, misfire, grace, Objects.requireNonNull(policy, "policy"));
    }
}
