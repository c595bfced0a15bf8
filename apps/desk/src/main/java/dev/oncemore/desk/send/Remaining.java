package dev.oncemore.desk.send;

import dev.oncemore.connector.Pace;
import dev.oncemore.desk.sheet.Plural;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much of a sheet is left, and for how long.
 *
 * @param rows how many rows have not come to an end
 * @param estimate how long they take; null when it is not known
 * @param waitingFor why nothing is sent right now; empty when something is
 */
public record Remaining(int rows, Pace.@Nullable Estimate estimate, String waitingFor) {
    private static final int MINUTES_OF_HOURS = 120;

    /** Such as "412 rows, about 14 min at 30 a minute". */
    public String sentence() {
        String text = Plural.of(rows, "row");
        if (estimate != null && rows > 0) {
            text += ", about " + span(estimate.span()) + " at " + rate(estimate.perMinute());
        }
        return waitingFor.isEmpty() ? text : text + "; waiting: " + waitingFor;
    }

    private static String span(Duration span) {
        if (span.compareTo(Duration.ofMinutes(1)) < 0) {
            return Math.max(1, span.plusMillis(999).toSeconds()) + " s";
        }
        long minutes = Math.round(span.toSeconds() / 60.0);
        return minutes < MINUTES_OF_HOURS ? minutes + " min" : Math.round(minutes / 60.0) + " h";
    }

    private static String rate(double perMinute) {
        return perMinute >= MINUTES_OF_HOURS
                ? String.format(Locale.ROOT, "%,d a second", Math.round(perMinute / 60))
                : perMinute >= 1
                        ? Math.round(perMinute) + " a minute"
                        : Math.max(1, Math.round(perMinute * 60)) + " an hour";
    }
}
