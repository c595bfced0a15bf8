package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit of requests per time span, and the response headers that report it.
 *
 * @param span the span over which requests are counted
 * @param limit the number of requests if no header has it; null when only headers do
 * @param limitHeader the header with the number of requests; null for none
 * @param remainingHeader the header with the number that is left; null for none
 * @param resetHeader the header with the time of the reset: in seconds, as an epoch second or as an ISO instant; null for none
 */
record RateWindow(
        Duration span,
        @Nullable Integer limit,
        @Nullable String limitHeader,
        @Nullable String remainingHeader,
        @Nullable String resetHeader) {
    private static final long LIMIT_MAX = 10_000_000;
    /** The highest rate, which no queue exceeds. */
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
