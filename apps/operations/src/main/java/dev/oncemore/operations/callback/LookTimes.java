package dev.oncemore.operations.callback;

import java.time.Duration;
import java.time.Instant;

/** When a callback is checked again: the longer it has waited, the later, and finally never. */
final class LookTimes {
    static final long NEVER = Long.MAX_VALUE;
    static final Duration WAIT_MIN = Duration.ofSeconds(1);

    private static final Duration WAIT_MAX = Duration.ofMinutes(1);
    /** Callbacks without an end after a day, or with a reported one, are checked this rarely. */
    private static final Duration LATE_WAIT_MAX = Duration.ofHours(1);

    private static final Duration LATE = Duration.ofDays(1);
    /** After this no further end is reported. */
    private static final Duration WATCHED = Duration.ofDays(30);
    /** After this not even the first is: the longest that a token is good for. */
    private static final Duration AWAITED = Duration.ofDays(366);

    static final String NO_END = "no end within " + AWAITED.toDays() + " days";

    private LookTimes() {}

    /** In a tenth of the time that has passed: an end reported within that is soon enough. */
    static long next(Instant changedAt, int ends, Instant now) {
        Duration since = Duration.between(changedAt, now);
        boolean isTold = ends > 0;
        if (isGivenUp(changedAt, ends, now) || (isTold && since.compareTo(WATCHED) > 0)) {
            return NEVER;
        }
        Duration most = isTold || since.compareTo(LATE) > 0 ? LATE_WAIT_MAX : WAIT_MAX;
        Duration wait = since.dividedBy(10);
        wait = wait.compareTo(WAIT_MIN) < 0 ? WAIT_MIN : wait.compareTo(most) > 0 ? most : wait;
        return now.plus(wait).toEpochMilli();
    }

    static boolean isGivenUp(Instant changedAt, int ends, Instant now) {
        return ends == 0 && Duration.between(changedAt, now).compareTo(AWAITED) > 0;
    }
}
