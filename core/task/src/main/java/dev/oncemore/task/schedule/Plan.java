package dev.oncemore.task.schedule;

import dev.oncemore.time.Durations;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Decides, without side effects, what fires for a due instant and for those that have passed since. The due instant
 * always leaves a firing, even if skipped, which marks it as decided.
 */
final class Plan {
    /** The prefix of the reason if the previous firing had not ended. */
    static final String BUSY = "already running: ";

    /** The prefix of the reason if the schedule was paused. */
    static final String PAUSED = "paused ";

    private final Timetable timetable;
    private final Instant due;
    private final Instant last;
    private final Instant cutoff;
    private final List<PlannedFiring> firings = new ArrayList<>();

    /**
     * Plans a due instant.
     *
     * @param due the instant
     * @param last the last past instant that no other tick decides; equal to {@code due} if there is none
     * @param cutoff instants before it count as missed
     */
    private Plan(Timetable timetable, Instant due, Instant last, Instant cutoff) {
        this.timetable = timetable;
        this.due = due;
        this.last = last;
        this.cutoff = cutoff;
    }

    /** Plans the firings of a schedule that is neither busy nor paused. */
    static List<PlannedFiring> of(
            Timetable timetable, Instant due, Instant last, Instant now, ScheduleOptions options) {
        Plan plan = new Plan(timetable, due, last, now.minus(options.grace));
        if (!due.isBefore(plan.cutoff)) {
            plan.fireEach(due);
        } else if (options.misfire instanceof Misfire.FireOnce) {
            plan.firings.add(new PlannedFiring(due, timetable.previous(due), last, null));
        } else if (options.misfire instanceof Misfire.FireEach each) {
            plan.fireMissed(each.most(), now);
        } else {
            plan.skipMissed(now, "skipped");
        }
        return plan.firings;
    }

    /** Plans the skipped firing while an earlier one has not ended. */
    static PlannedFiring busy(Timetable timetable, Instant due, Instant last, String running) {
        String others = last.equals(due) ? "" : ", and so are all up to " + last;
        return skipped(timetable, due, BUSY + running + others);
    }

    /** Plans the skipped firing while the schedule is paused. */
    static PlannedFiring paused(Timetable timetable, Instant due, Instant last, String words) {
        String others = last.equals(due) ? "" : ", and so are all up to " + last;
        return skipped(timetable, due, PAUSED + words + others);
    }

    private void fireMissed(int most, Instant now) {
        List<Instant> missed = new ArrayList<>();
        Instant instant = lastMissed();
        while (!instant.isBefore(due) && missed.size() < most) {
            missed.add(instant);
            instant = timetable.previous(instant);
        }
        Collections.reverse(missed);
        if (!missed.get(0).equals(due)) {
            firings.add(skipped(timetable, due, lateness(now) + ": skipped, and so are all before " + missed.get(0)));
        }
        missed.forEach(this::fire);
        fireEach(timetable.next(lastMissed()));
    }

    private void skipMissed(Instant now, String what) {
        Instant lastMissed = lastMissed();
        String others = lastMissed.equals(due) ? "" : ", and so are all up to " + lastMissed;
        firings.add(skipped(timetable, due, lateness(now) + ": " + what + others));
        fireEach(timetable.next(lastMissed));
    }

    private Instant lastMissed() {
        Instant lastBeforeCutoff = timetable.previous(cutoff);
        return lastBeforeCutoff.isAfter(last) ? last : lastBeforeCutoff;
    }

    private String lateness(Instant now) {
        return "missed by " + Durations.format(Duration.between(due, now.truncatedTo(ChronoUnit.SECONDS)));
    }

    private void fireEach(Instant from) {
        for (Instant instant = from; !instant.isAfter(last); instant = timetable.next(instant)) {
            fire(instant);
        }
    }

    private void fire(Instant instant) {
        firings.add(new PlannedFiring(instant, timetable.previous(instant), instant, null));
    }

    private static PlannedFiring skipped(Timetable timetable, Instant instant, String why) {
        return new PlannedFiring(instant, timetable.previous(instant), instant, why);
    }
}
