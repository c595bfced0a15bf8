package dev.oncemore.lab.doctor;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings as Spring binds them: {@code max-attempts}, {@code maxAttempts} and {@code max_attempts} are one key. A placeholder
 * has its default; without one, its value is unknown.
 */
final class SpringSettings {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^:}]*(?::([^}]*))?}");
    private static final Pattern SPAN = Pattern.compile("(\\d{1,9})(ns|us|ms|s|m|h|d)?");

    /** Longer is not meant, and would overflow when added up. */
    private static final Duration LONGEST = Duration.ofDays(365);

    /** A setting as it is written. */
    record Setting(String key, String value, int line) {}

    private final Map<String, Setting> settings = new LinkedHashMap<>();

    SpringSettings(List<Setting> all) {
        all.forEach(setting -> settings.put(canonical(setting.key()), setting));
    }

    static String canonical(String key) {
        return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    Map<String, Setting> all() {
        return settings;
    }

    boolean hasBelow(String prefix) {
        String start = canonical(prefix);
        return settings.keySet().stream().anyMatch(key -> key.startsWith(start));
    }

    Optional<Setting> find(String key) {
        return Optional.ofNullable(settings.get(canonical(key)));
    }

    /** The names below a prefix, as they are written: {@code payments} of {@code resilience4j.retry.instances.payments.…}. */
    Set<String> names(String prefix) {
        Set<String> names = new LinkedHashSet<>();
        int depth = prefix.split("\\.", -1).length - 1;
        settings.forEach((key, setting) -> {
            String[] parts = setting.key().split("\\.", -1);
            if (key.startsWith(canonical(prefix)) && parts.length > depth + 1) {
                names.add(parts[depth]);
            }
        });
        return names;
    }

    /** The first line that sets something below a prefix; 1 if none does. */
    int line(String prefix) {
        String start = canonical(prefix);
        return settings.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(start))
                .map(entry -> entry.getValue().line())
                .findFirst()
                .orElse(1);
    }

    /** A value without its placeholders; empty if one has no default. */
    static Optional<String> resolved(Setting setting) {
        Matcher matcher = PLACEHOLDER.matcher(setting.value());
        StringBuilder text = new StringBuilder();
        while (matcher.find()) {
            if (matcher.group(1) == null) {
                return Optional.empty();
            }
            matcher.appendReplacement(text, Matcher.quoteReplacement(matcher.group(1)));
        }
        return Optional.of(matcher.appendTail(text).toString().strip());
    }

    /** A duration as Spring reads it: {@code 500ms}, {@code PT1S}, and milliseconds without a unit. */
    static Optional<Duration> span(String text) {
        return unbounded(text)
                .map(span -> span.isNegative() ? Duration.ZERO : span.compareTo(LONGEST) > 0 ? LONGEST : span);
    }

    private static Optional<Duration> unbounded(String text) {
        Matcher plain = SPAN.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!plain.matches()) {
            try {
                return Optional.of(Duration.parse(text.strip()));
            } catch (DateTimeParseException e) {
                return Optional.empty();
            }
        }
        long number = Long.parseLong(plain.group(1));
        String unit = plain.group(2) == null ? "ms" : plain.group(2);
        return Optional.of(
                switch (unit) {
                    case "ns" -> Duration.ofNanos(number);
                    case "us" -> Duration.ofNanos(number * 1000);
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }
}
