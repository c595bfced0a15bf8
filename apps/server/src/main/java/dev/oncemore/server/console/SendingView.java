package dev.oncemore.server.console;

import dev.oncemore.connector.Pace;
import dev.oncemore.desk.send.Remaining;
import dev.oncemore.desk.send.SheetProgress;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.server.language.Messages;
import dev.oncemore.server.language.Phrasebook;
import java.time.Duration;

/**
 * How far a sheet is, and what can be done about it.
 *
 * @param path where its sheet is
 * @param connector where it goes
 * @param remaining such as "412 rows, about 14 min at 30 a minute"; empty when nothing is left
 * @param isPaused whether it is paused
 * @param mayPause whether it can be paused now
 * @param pending how many rows can be withdrawn
 * @param open how many rows can be sent again
 */
public record SendingView(
        String path, String connector, String remaining, boolean isPaused, boolean mayPause, int pending, int open) {
    private static final int MINUTES_OF_HOURS = 120;

    static SendingView of(SheetProgress progress, SheetView view, boolean isOpen, Messages messages) {
        Remaining remaining = progress.remaining();
        return new SendingView(
                view.path(),
                progress.connector(),
                isOpen && remaining.rows() > 0 ? words(remaining, messages) : "",
                isOpen && progress.isPaused(),
                isOpen && !progress.isPaused() && remaining.rows() > 0,
                isOpen ? view.count(RowState.PENDING) : 0,
                isOpen ? view.count(RowState.ERROR) + view.count(RowState.UNKNOWN) : 0);
    }

    private static String words(Remaining remaining, Messages messages) {
        String text = messages.count("left.rows", remaining.rows());
        Pace.Estimate estimate = remaining.estimate();
        if (estimate != null) {
            text += messages.text("left.about", span(estimate.span(), messages), rate(estimate.perMinute(), messages));
        }
        return remaining.waitingFor().isEmpty()
                ? text
                : text + messages.text("left.waiting", waiting(remaining.waitingFor(), messages));
    }

    /** What the accounting system says of a wait is in its own words. */
    private static String waiting(String why, Messages messages) {
        Phrasebook.Said said = Phrasebook.say(messages, why);
        return said.details().isEmpty() ? said.text() : said.text() + " (" + said.details() + ")";
    }

    private static String span(Duration span, Messages messages) {
        if (span.compareTo(Duration.ofMinutes(1)) < 0) {
            return messages.text(
                    "span.seconds", Math.max(1, span.plusMillis(999).toSeconds()));
        }
        long minutes = Math.round(span.toSeconds() / 60.0);
        return minutes < MINUTES_OF_HOURS
                ? messages.text("span.minutes", minutes)
                : messages.text("span.hours", Math.round(minutes / 60.0));
    }

    private static String rate(double perMinute, Messages messages) {
        return perMinute >= MINUTES_OF_HOURS
                ? messages.text("rate.second", Math.round(perMinute / 60))
                : perMinute >= 1
                        ? messages.text("rate.minute", Math.round(perMinute))
                        : messages.text("rate.hour", Math.max(1, Math.round(perMinute * 60)));
    }
}
