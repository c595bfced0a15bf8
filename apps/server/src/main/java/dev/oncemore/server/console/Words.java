package dev.oncemore.server.console;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.server.web.Paths;
import dev.oncemore.server.web.Utf8;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;

/** Times, numbers and bytes as people read them. */
final class Words {
    private static final int HEX_MAX = 2_000;
    private static final long DAYS_UNTIL_DATES = 30;

    private Words() {}

    static String ago(Instant then, Instant now) {
        Duration span = Duration.between(then, now);
        if (span.toDays() >= DAYS_UNTIL_DATES) {
            return "on " + then.toString().substring(0, 10);
        }
        return span.toSeconds() < 1 ? "just now" : span(span) + " ago";
    }

    static String until(Instant then, Instant now) {
        Duration span = Duration.between(now, then);
        return span.toSeconds() < 1 ? "now" : "in " + span(span);
    }

    static String span(Duration span) {
        if (span.toDays() >= 2) {
            return span.toDays() + " days";
        }
        if (span.toHours() >= 2) {
            return span.toHours() + " h";
        }
        return span.toMinutes() >= 2 ? span.toMinutes() + " min" : Math.max(0, span.toSeconds()) + " s";
    }

    /** With commas, wherever the server runs. */
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A part of a whole in hundredths; a dash when there is no whole. */
    static String share(long part, long whole) {
        return whole == 0 ? "–" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    static String millis(Duration span) {
        double millis = span.toNanos() / 1e6;
        return millis < 1_000
                ? String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1_000);
    }

    static String count(long number, String one, String several) {
        return number == 1 ? "1 " + one : number(number) + " " + several;
    }

    /** The text, or the first bytes as numbers. */
    static String shown(Bytes bytes) {
        return Utf8.readable(bytes).orElseGet(() -> {
            byte[] all = bytes.toArray();
            String hex = HexFormat.ofDelimiter(" ").formatHex(all, 0, Math.min(HEX_MAX, all.length));
            return all.length > HEX_MAX ? hex + " … (" + all.length + " bytes)" : hex;
        });
    }

    static String encoded(String part) {
        return Paths.encoded(part);
    }
}
