package dev.oncemore.desk.document;

import dev.oncemore.config.Nearest;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds companies and numbers that resemble an unknown one that was typed. The work is bounded. */
public final class NearMatches {
    private static final int COMPANIES_MAX = 3;
    private static final int TYPED_MAX = 60;
    /** From this length on, two typing errors are as likely as another name. */
    private static final int TWO_SLIPS = 8;
    /** Any two short numbers are one character apart. */
    private static final int EDITED_MIN = 3;

    private static final int ZEROS_MAX = 10;
    private static final String TYPED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_/. ";
    private static final Pattern SEPARATORS = Pattern.compile("[\\s._/-]+");
    private static final Pattern LAST_DIGITS = Pattern.compile("^(.*?)0*(\\d+)$");

    private NearMatches() {}

    /** The known names that are like this one, the nearest first. */
    public static List<String> among(String typed, Collection<String> known) {
        if (typed.length() > TYPED_MAX) {
            return List.of();
        }
        record Near(String name, int slips) {}
        String folded = folded(typed);
        int slipsMax = folded.length() < TWO_SLIPS ? 1 : 2;
        List<Near> near = known.stream()
                .filter(name -> !name.equals(typed))
                .map(name -> new Near(name, Nearest.slips(folded, folded(name))))
                .filter(one -> one.slips() <= slipsMax)
                .sorted(Comparator.comparingInt(Near::slips).thenComparing(Near::name))
                .limit(COMPANIES_MAX)
                .toList();
        boolean isAlike = !near.isEmpty() && near.get(0).slips() == 0;
        return near.stream()
                .filter(one -> !isAlike || one.slips() == 0)
                .map(Near::name)
                .toList();
    }

    /** Without case, width and separators: for comparing only. */
    public static String folded(String text) {
        String narrow = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        return SEPARATORS.matcher(narrow).replaceAll("");
    }

    /**
     * The numbers that this one may stand for, the likely ones first: other cases, widths and zeros, then those with one character
     * more, less, changed or swapped. They are a few hundred to some thousand, each found by an index.
     */
    public static List<String> numbers(String typed) {
        Set<String> all = new LinkedHashSet<>();
        if (typed.length() <= TYPED_MAX) {
            alike(typed, all);
            if (typed.length() >= EDITED_MIN) {
                edited(typed, all);
            }
        }
        all.removeIf(
                number -> number.equals(typed) || !DocumentName.isNumber(number) || !number.equals(number.strip()));
        return new ArrayList<>(all);
    }

    private static void alike(String typed, Set<String> all) {
        String plain = Normalizer.normalize(typed, Normalizer.Form.NFKC).strip();
        for (String form : List.of(
                plain,
                SEPARATORS.matcher(plain).replaceAll("-"),
                SEPARATORS.matcher(plain).replaceAll(""))) {
            all.add(form);
            all.add(form.toUpperCase(Locale.ROOT));
            all.add(form.toLowerCase(Locale.ROOT));
            if (!form.isEmpty()) {
                all.add(form.substring(0, 1).toUpperCase(Locale.ROOT)
                        + form.substring(1).toLowerCase(Locale.ROOT));
            }
            Matcher digits = LAST_DIGITS.matcher(form);
            for (int zeros = 0; zeros <= ZEROS_MAX && digits.matches(); zeros++) {
                String padded = "0".repeat(zeros) + digits.group(2);
                for (String start : List.of(digits.group(1), digits.group(1).toUpperCase(Locale.ROOT))) {
                    all.add(start + padded);
                    all.add(start + "-" + padded);
                }
            }
        }
    }

    private static void edited(String typed, Set<String> all) {
        for (int i = 0; i <= typed.length(); i++) {
            String before = typed.substring(0, i);
            String after = typed.substring(i);
            if (after.length() > 1) {
                all.add(before + after.charAt(1) + after.charAt(0) + after.substring(2));
            }
            if (!after.isEmpty()) {
                all.add(before + after.substring(1));
            }
            for (int c = 0; c < TYPED.length(); c++) {
                all.add(before + TYPED.charAt(c) + after);
                if (!after.isEmpty()) {
                    all.add(before + TYPED.charAt(c) + after.substring(1));
                }
            }
        }
    }
}
