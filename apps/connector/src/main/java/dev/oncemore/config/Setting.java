package dev.oncemore.config;

import java.util.Collection;
import java.util.List;

/**
 * A value of a setting, and where it was set.
 *
 * @param place where: {@code oncemore.yaml, line 3}, {@code the command line}
 * @param name what it is called
 * @param text as it is written there
 */
public record Setting(String place, String name, String text) {
    /** This value is not what is expected: "a whole number". */
    public ConfigException wrong(String expected) {
        return new ConfigException(place, "'" + name + "' is '" + text + "', but " + expected + " is expected");
    }

    /** As one of these words. */
    public String oneOf(Collection<String> words) {
        if (words.contains(text)) {
            return text;
        }
        throw wrong("one of " + String.join(", ", words.stream().sorted().toList()));
    }

    /** As a whole number within these bounds. */
    public int number(int least, int most) {
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of bounds.
        }
        throw wrong("a whole number from " + least + " to " + most);
    }

    /** As yes or no. */
    public boolean isTrue() {
        return oneOf(List.of("true", "false")).equals("true");
    }

    /** As whatever this makes of it. What it refuses is told with the place. */
    public <T> T as(Reader<T> reader) {
        try {
            return reader.read(text);
        } catch (ConfigException e) {
            throw e; // it is in another file, and says where
        } catch (IllegalArgumentException e) {
            throw new ConfigException(place, "'" + name + "': " + e.getMessage());
        }
    }

    /** Makes something out of a text. */
    @FunctionalInterface
    public interface Reader<T> {
        /** What it makes; an {@link IllegalArgumentException} says why it cannot. */
        T read(String text);
    }
}
