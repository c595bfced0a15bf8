package dev.oncemore.server.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The words of one language. A message has a key and may have parameters, {@code {0}} and so on. A message that counts has two
 * forms, {@code key.one} and {@code key.more}; its number is {@code {0}}.
 */
public final class Messages {
    private static final Map<Language, Messages> ALL = new EnumMap<>(Language.class);

    static {
        for (Language language : Language.values()) {
            ALL.put(language, new Messages(language));
        }
    }

    private final Language language;
    private final Map<String, String> texts = new TreeMap<>();

    private Messages(Language language) {
        this.language = language;
        Properties read = new Properties();
        String name = "messages_" + language.tag() + ".properties";
        try (InputStream stream = Messages.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the words " + name + " are missing in the jar");
            }
            read.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        read.forEach((key, text) -> texts.put((String) key, (String) text));
    }

    /** The words of this language. */
    public static Messages in(Language language) {
        Messages found = ALL.get(language);
        if (found == null) {
            throw new IllegalStateException("there are no words in " + language);
        }
        return found;
    }

    /** All of them, by key. */
    Map<String, String> texts() {
        return texts;
    }

    /** Their language. */
    public Language language() {
        return language;
    }

    /** Whether there is a message with this key. */
    public boolean has(String key) {
        return texts.containsKey(key);
    }

    /**
     * A message with its parameters; whole numbers are written as people of this language write them.
     *
     * @throws IllegalArgumentException if there is no such message
     */
    public String text(String key, Object... values) {
        String text = texts.get(key);
        if (text == null) {
            throw new IllegalArgumentException("there is no message " + key + " in " + language.tag());
        }
        return values.length == 0 ? text : filled(text, values);
    }

    /** A message that counts something. */
    public String count(String key, long number, Object... more) {
        Object[] values = new Object[more.length + 1];
        values[0] = number;
        System.arraycopy(more, 0, values, 1, more.length);
        return text(key + (number == 1 ? ".one" : ".more"), values);
    }

    /** A whole number with its thousands. */
    public String number(long value) {
        return format("#,##0").format(value);
    }

    /** An amount with its thousands, and with its decimals if it has any. */
    public String amount(BigDecimal value) {
        boolean isWhole = value.stripTrailingZeros().scale() <= 0;
        return format(isWhole ? "#,##0" : "#,##0.00########").format(value);
    }

    /** A number with the decimals that it has. */
    public String number(BigDecimal value) {
        return format("#,##0.##########").format(value);
    }

    /** A price with its thousands, and with two decimals or more. */
    public String price(BigDecimal value) {
        return format("#,##0.00########").format(value);
    }

    private DecimalFormat format(String pattern) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(language.locale()));
    }

    private String filled(String text, Object[] values) {
        StringBuilder filled = new StringBuilder();
        int at = 0;
        int open;
        while ((open = text.indexOf('{', at)) >= 0) {
            int close = text.indexOf('}', open);
            int place = Integer.parseInt(text, open + 1, close, 10);
            if (place >= values.length) {
                throw new IllegalArgumentException("'" + text + "' needs more than " + Arrays.toString(values));
            }
            filled.append(text, at, open).append(written(values[place]));
            at = close + 1;
        }
        return filled.append(text.substring(at)).toString();
    }

    private String written(Object value) {
        return value instanceof Integer || value instanceof Long
                ? number(((Number) value).longValue())
                : String.valueOf(value);
    }
}
