package dev.oncemore.task;

import dev.oncemore.By;
import dev.oncemore.task.store.DeadLetters.Filter;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a bulk redrive, serialized as properties, which need no library and are readable.
 *
 * @param filter the letters to redrive
 * @param perSecond the rate
 * @param by the person and the reason
 */
record RedrivePlan(Filter filter, int perSecond, By by) {

    byte[] written() {
        StringBuilder text = new StringBuilder();
        append(text, "queue", filter.queue());
        append(text, "kind", filter.kind());
        append(text, "signature", filter.signature());
        append(text, "diedFrom", filter.diedFrom());
        append(text, "diedBefore", filter.diedBefore());
        append(text, "perSecond", perSecond);
        append(text, "who", by.who());
        append(text, "why", by.why());
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Escapes characters with a meaning in the format, because a value may hold any character. */
    private static void append(StringBuilder text, String name, @Nullable Object value) {
        if (value == null) {
            return;
        }
        text.append(name).append('=');
        for (char c : value.toString().toCharArray()) {
            if (Character.isLetterOrDigit(c) && c < 128) {
                text.append(c);
            } else {
                text.append(String.format("\\u%04x", (int) c));
            }
        }
        text.append('\n');
    }

    static RedrivePlan read(byte[] written) {
        Properties values = new Properties();
        try {
            values.load(new StringReader(new String(written, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Filter filter = new Filter(
                values.getProperty("queue"),
                values.getProperty("kind"),
                values.getProperty("signature"),
                instant(values.getProperty("diedFrom")),
                instant(values.getProperty("diedBefore")),
                false);
        return new RedrivePlan(
                filter,
                Integer.parseInt(values.getProperty("perSecond", "1")),
                new By(values.getProperty("who", "unknown"), values.getProperty("why", "no reason was given")));
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : Instant.parse(text);
    }
}
