package dev.oncemore.observe.alert;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * An event that a person should know about.
 *
 * @param name what happened: {@code breaker_open}
 * @param subject the dependency, queue or saga; the same name and subject is the same alert
 * @param severity how bad
 * @param summary one sentence
 */
public record Alert(String name, String subject, Severity severity, String summary) {
    private static final int SUMMARY_LENGTH_MAX = 1_000;
    private static final int DIGEST_BYTES = 12;

    /** Checks the name and cuts a summary of over 1,000 characters. */
    public Alert {
        Objects.requireNonNull(severity, "severity");
        if (!name.matches("[a-z_]{1,50}")) {
            throw new IllegalArgumentException("an alert's name must be 1 to 50 of a-z and _, but is '" + name + "'");
        }
        if (summary.length() > SUMMARY_LENGTH_MAX) {
            summary = summary.substring(0, SUMMARY_LENGTH_MAX) + "…";
        }
    }

    /** The key shared by alerts of the same name and subject, for deduplication. */
    public String key() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(subject.getBytes(StandardCharsets.UTF_8));
            return name + ":" + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The severity of an alert. */
    public enum Severity {
        /** Requires action now. */
        CRITICAL,
        /** Something is broken. */
        ERROR,
        /** Something may break. */
        WARNING;

        String lower() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
