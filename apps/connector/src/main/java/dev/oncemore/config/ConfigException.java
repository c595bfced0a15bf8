package dev.oncemore.config;

/** Thrown for an invalid setting. The message names the file, the line, the value and what is allowed. */
public final class ConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    ConfigException(String file, int line, String words) {
        this(file + ", line " + line, words);
    }

    ConfigException(String place, String words) {
        super(place + ": " + words);
    }
}
