package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much may be asked in a span, and the headers of an answer that say how much is left.
 *
 * @param span over which it is counted
 * @param limit how many requests, where no header says it; null when only headers do
 * @param limitHeader says how many requests; null when no header does
 * @param remainingHeader says how many are left; null when no header does
 * @param resetHeader says when all are there again: in seconds, as an epoch second or as an ISO instant; null when none does
 */
record RateWindow(
        Duration span,
        @Nullable Integer limit,
        @Nullable String limitHeader,
        @Nullable String remainingHeader,
        @Nullable String resetHeader) {
    private static final long LIMIT_MAX = 10_000_000;
    /** No queue is asked to be faster. */
    private static final long PER_SECOND_MAX = 1_000_000;

    static List<RateWindow> read(YamlPart yaml) {
        List<RateWindow> windows = new ArrayList<>();
        for (YamlPart part : yaml.items()) {
            part.only("span", "limit", "limitHeader", "remainingHeader", "resetHeader");
            Duration span = part.require("span").span(Duration.ofSeconds(1), Duration.ofDays(31));
            int most = (int) Math.min(LIMIT_MAX, span.toSeconds() * PER_SECOND_MAX);
            windows.add(new RateWindow(
                    span,
                    part.find("limit").map(limit -> limit.number(1, most)).orElse(null),
                    text(part, "limitHeader"),
                    text(part, "remainingHeader"),
                    text(part, "resetHeader")));
        }
        windows.sort(Comparator.comparing(RateWindow::span));
        return windows;
    }

    private static @Nullable String text(YamlPart part, String name) {
        return part.find(name).map(HeaderName::of).orElse(null);
    }
}
