package dev.oncemore.sandbox;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The share of requests that gets each fault.
 *
 * @param shares from 0 to 1 each, and at most 1 together
 */
public record Faults(Map<Fault, Double> shares) {
    /** No faults. */
    public static final Faults NONE = new Faults(Map.of());

    private static final Pattern SHARE = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*(%?)");
    private static final double HUNDRED = 100;
    /** The tolerance for sums of shares, because decimal fractions are not exact in binary. */
    private static final double HAIR = 1e-9;

    /** Checks the shares. */
    public Faults {
        Map<Fault, Double> copy = new EnumMap<>(Fault.class);
        copy.putAll(shares);
        double sum = 0;
        for (Map.Entry<Fault, Double> entry : copy.entrySet()) {
            requireShare(entry.getKey().word(), entry.getValue());
            sum += entry.getValue();
        }
        if (sum > 1 + HAIR) {
            throw new IllegalArgumentException("the shares add up to " + sum + ", but at most 1 (100%) can fail");
        }
        shares = copy;
    }

    /** A share of requests, spread evenly over {@link Fault#USUAL}. */
    public static Faults usual(double share) {
        requireShare("all faults", share);
        Map<Fault, Double> shares = new EnumMap<>(Fault.class);
        Fault.USUAL.forEach(fault -> shares.put(fault, share / Fault.USUAL.size()));
        return new Faults(shares);
    }

    /**
     * Reads {@code none}, {@code 30%} (spread evenly) or {@code 429=5%,cut-after=10%}.
     *
     * @throws IllegalArgumentException when the text has another form; the message names the allowed ones
     */
    public static Faults parse(String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty() || trimmed.equals("none")) {
            return NONE;
        }
        if (!trimmed.contains("=")) {
            return usual(share(trimmed, trimmed));
        }
        Map<String, Double> byWord = new LinkedHashMap<>();
        for (String part : trimmed.split(",", -1)) {
            String[] sides = part.split("=", 2);
            if (sides.length != 2) {
                throw new IllegalArgumentException(
                        "'" + part.strip() + "' is not of the form FAULT=SHARE; " + allowed());
            }
            byWord.merge(sides[0].strip(), share(sides[1].strip(), part.strip()), Double::sum);
        }
        return ofWords(byWord);
    }

    static Faults ofWords(Map<String, Double> byWord) {
        Map<Fault, Double> shares = new EnumMap<>(Fault.class);
        byWord.forEach((word, share) -> shares.put(
                Fault.of(word)
                        .orElseThrow(() -> new IllegalArgumentException("unknown fault '" + word + "'; " + allowed())),
                share));
        return new Faults(shares);
    }

    private static void requireShare(String of, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "the share of " + of + " is " + share + ", but a share is from 0 to 1, or from 0% to 100%");
        }
    }

    static double share(String text, String whole) {
        Matcher matcher = SHARE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + whole + "' has no share such as 5% or 0.05; " + allowed());
        }
        double number = Double.parseDouble(matcher.group(1));
        return matcher.group(2).isEmpty() ? number : number / HUNDRED;
    }

    private static String allowed() {
        return "write none, 30%, or FAULT=SHARE,… with these faults: " + String.join(", ", Fault.words());
    }

    /** The fault of a request that drew this number, from 0 (inclusive) to 1 (exclusive). */
    Optional<Fault> at(double drawn) {
        double upTo = 0;
        for (Map.Entry<Fault, Double> entry : shares.entrySet()) {
            upTo += entry.getValue();
            if (drawn < upTo) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }

    /** The shares by the names of the faults, for JSON. */
    Map<String, Double> byWord() {
        Map<String, Double> words = new LinkedHashMap<>();
        shares.forEach((fault, share) -> words.put(fault.word(), share));
        return words;
    }

    /** The sum of all shares. */
    public double total() {
        return shares.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
