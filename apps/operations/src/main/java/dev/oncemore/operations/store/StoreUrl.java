package dev.oncemore.operations.store;

import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Where a server keeps everything: {@code sqlite:PATH}, {@code jdbc:postgresql://HOST/DATABASE} or
 * {@code jdbc:mariadb://HOST/DATABASE}.
 *
 * @param jdbc the URL for the driver
 * @param file the file, for SQLite; null otherwise
 */
public record StoreUrl(
        String jdbc, @org.jspecify.annotations.Nullable Path file) {
    private static final String SQLITE = "sqlite:";
    private static final Pattern SECRET = Pattern.compile("(?i)(password|pwd|token|secret)=[^&;]*|//[^/@]*@");

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException when it is none of these; the message says what is allowed
     */
    public static StoreUrl parse(String text) {
        String url = text.strip();
        String lower = url.toLowerCase(Locale.ROOT);
        if (lower.startsWith(SQLITE) || lower.startsWith("jdbc:" + SQLITE)) {
            String path = url.substring(lower.indexOf(SQLITE) + SQLITE.length());
            if (path.isBlank() || path.contains("?") || path.startsWith(":memory:")) {
                throw new IllegalArgumentException(
                        "'" + masked(url) + "' names no file; write sqlite:data/oncemore.db, without options");
            }
            return new StoreUrl("jdbc:sqlite:" + path, Path.of(path));
        }
        if (lower.startsWith("jdbc:postgresql:") || lower.startsWith("jdbc:mariadb:")) {
            return new StoreUrl(url, null);
        }
        throw new IllegalArgumentException(
                "'" + masked(url)
                        + "' is not a store; write sqlite:PATH, jdbc:postgresql://HOST/DATABASE or jdbc:mariadb://HOST/DATABASE");
    }

    /** A URL without its secrets. */
    static String masked(String url) {
        return SECRET.matcher(url)
                .replaceAll(found -> found.group().startsWith("//") ? "//***@" : found.group(1) + "=***");
    }

    /** As it may be shown. */
    @Override
    public String toString() {
        return masked(file == null ? jdbc : SQLITE + file);
    }
}
