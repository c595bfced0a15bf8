package dev.oncemore.config;

import java.util.Collection;
import java.util.List;

/**
 * The value of one setting.
 *
 * @param place where it is set: {@code oncemore.yaml, line 3}, {@code the command line}
 * @param name the setting's name
 * @param text the value as written
 */
public record Setting(String place, String name, String text) {
    /** An exception that says what is expected, such as "a whole number". */
    public ConfigException wrong(String expected) {
        return new ConfigException(place, "'" + name + "' is '" + text + "', but " + expected + " is expected");
    }

    /** The value as one of these words. */
    public String oneOf(Collection<String> words) {
        if (words.contains(text)) {
            return text;
        }
        throw wrong("one of " + String.join(", ", words.stream().sorted().toList()));
    }

    /** The value as a whole number within these bounds. */
    public int number(int least, int most) {
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of bounds.
        }
        throw wrong("a whole number from " + least + " to " + most);
    }

    /** The value as true or false. */
    public boolean isTrue() {
        return oneOf(List.of("true", "false")).equals("true");
    }

    /** The value as this reader parses it. An exception of the reader is thrown again with the place of the setting. */
    public <T> T as(Reader<T> reader) {
        try {
            return reader.read(text);
        } catch (ConfigException e) {
            throw e; // It names the place in another file.
        } catch (IllegalArgumentException e) {
            throw new ConfigException(place, "'" + name + "': " + e.getMessage());
        }
    }

    /** Parses a text. */
    @FunctionalInterface
    public interface Reader<T> {
        /** Returns the parsed value, or throws an {@link IllegalArgumentException} that says why the text is invalid. */
        T read(String text);
    }
}
