package dev.oncemore.server.console;

import dev.oncemore.connector.Pace;
import dev.oncemore.desk.send.Remaining;
import dev.oncemore.desk.send.SheetProgress;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.server.language.Messages;
import dev.oncemore.server.language.Phrasebook;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far a sheet is, and what can be done about it.
 *
 * @param path where its sheet is
 * @param connector where it goes
 * @param remaining such as "About 14 min left, at 30 a minute."; empty when that is not known
 * @param waiting why nothing is sent right now; null when something is
 * @param isPaused whether it is paused
 * @param mayPause whether it can be paused now
 * @param pending how many rows can be withdrawn
 * @param open how many rows can be sent again
 */
public record SendingView(
        String path,
        String connector,
        String remaining,
        Phrasebook.@Nullable Said waiting,
        boolean isPaused,
        boolean mayPause,
        int pending,
        int open) {
    private static final int MINUTES_OF_HOURS = 120;

    static SendingView of(SheetProgress progress, SheetView view, boolean isOpen, Messages messages) {
        Remaining remaining = progress.remaining();
        return new SendingView(
                view.path(),
                progress.connector(),
                isOpen && remaining.rows() > 0 ? words(remaining, messages) : "",
                isOpen && remaining.rows() > 0 && !remaining.waitingFor().isEmpty()
                        ? Phrasebook.say(messages, remaining.waitingFor())
                        : null,
                isOpen && progress.isPaused(),
                isOpen && !progress.isPaused() && remaining.rows() > 0,
                isOpen ? view.count(RowState.PENDING) : 0,
                isOpen ? view.open() : 0);
    }

    private static String words(Remaining remaining, Messages messages) {
        Pace.Estimate estimate = remaining.estimate();
        return estimate == null
                ? ""
                : messages.text("left.about", span(estimate.span(), messages), rate(estimate.perMinute(), messages));
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
