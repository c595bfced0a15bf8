package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.rule.RetryRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;

/**
 * How often a rule is right on the corpus of good and bad snippets. The figures are a resource that a test computes again from
 * the corpus.
 */
public final class RulePrecision {
    private static final String RESOURCE = "precision.properties";

    private static final String ROW = "%-26s %4s %6s %10s %7s  %s%n";

    private RulePrecision() {}

    /** The figures of a rule: {@code bad/found/right}. */
    static String figures(RetryRule rule) {
        return all().getProperty(rule.code(), "");
    }

    /** All rules with their figures, as a table for the terminal. */
    public static String table() {
        StringBuilder table = new StringBuilder();
        table.append(String.format(Locale.ROOT, ROW, "rule", "bad", "found", "precision", "recall", "what it says"));
        for (RetryRule rule : RetryRule.values()) {
            String[] parts = figures(rule).split("/", -1);
            int bad = Integer.parseInt(parts[0]);
            int found = Integer.parseInt(parts[1]);
            int right = Integer.parseInt(parts[2]);
            table.append(String.format(
                    Locale.ROOT,
                    ROW,
                    rule.code(),
                    bad,
                    found,
                    percent(right, found),
                    percent(right, bad),
                    rule.title()));
        }
        return table.toString();
    }

    static String percent(int part, int whole) {
        return whole == 0 ? "-" : Math.round(100.0 * part / whole) + " %";
    }

    private static Properties all() {
        Properties read = new Properties();
        try (InputStream in = RulePrecision.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing");
            }
            read.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }
}
