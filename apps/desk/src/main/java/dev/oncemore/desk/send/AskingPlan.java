package dev.oncemore.desk.send;

import java.time.Duration;
import java.util.Optional;

/** When the desk asks again for a document whose outcome is unknown: after a minute, then less and less often, for a day. */
final class AskingPlan {
    /** With the first six delays of 63 minutes in all, and an hour each from then on, a day. */
    static final int ASKED_MAX = 29;

    /** What rows say that were asked for and are not there. */
    static final String NOT_THERE = "the accounting system was asked again and does not have it; nothing was created";
    /** For the end of a message. */
    static final String GOES_ON = "; the desk keeps asking for it, for up to a day";

    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private AskingPlan() {}

    /** How long to wait after so many questions without an answer; empty when a person has to look. */
    static Optional<Duration> delayAfter(int asked) {
        if (asked >= ASKED_MAX) {
            return Optional.empty();
        }
        Duration doubled = FIRST.multipliedBy(1L << Math.min(asked, 10));
        return Optional.of(doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled);
    }

    static String goesOn(String why) {
        return "no clear answer to the last attempt (" + why + ")" + GOES_ON;
    }

    static String inVain(int asked, String why) {
        return "asked for it " + asked + " times in a day, and nobody knows whether it was created (" + why + ")"
                + UnknownAdvice.onUnknown(true);
    }
}
