package dev.oncemore.server.console;

import dev.oncemore.once.record.Bytes;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

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

    static String span(Duration span) {
        if (span.toDays() >= 2) {
            return span.toDays() + " days";
        }
        if (span.toHours() >= 2) {
            return span.toHours() + " h";
        }
        return span.toMinutes() >= 2 ? span.toMinutes() + " min" : Math.max(0, span.toSeconds()) + " s";
    }

    static String count(long number, String one, String several) {
        return number == 1 ? "1 " + one : String.format("%,d %s", number, several);
    }

    /** The text that these bytes are, if they are text. */
    static Optional<String> text(Bytes bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toArray()))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The text, or the first bytes as numbers. */
    static String shown(Bytes bytes) {
        return text(bytes).orElseGet(() -> {
            byte[] all = bytes.toArray();
            String hex = HexFormat.ofDelimiter(" ").formatHex(all, 0, Math.min(HEX_MAX, all.length));
            return all.length > HEX_MAX ? hex + " … (" + all.length + " bytes)" : hex;
        });
    }

    static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8);
    }
}
