package dev.oncemore.lab.doctor;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
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
    /** The innermost placeholder, which has none in its default. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^:${}]*(?::([^${}]*))?}");
    /** A name in brackets may have dots: {@code instances.[orders.v2].max-attempts}. */
    private static final Pattern BRACKETS = Pattern.compile("\\.?\\[([^\\[\\]]{0,200}[^\\[\\]\\d][^\\[\\]]{0,200})]");

    private static final int PLACEHOLDERS_MAX = 20;
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
        String plain = BRACKETS.matcher(key).replaceAll(".$1");
        return plain.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
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
            List<String> parts = parts(setting.key());
            if (key.startsWith(canonical(prefix)) && parts.size() > depth + 1) {
                names.add(parts.get(depth));
            }
        });
        return names;
    }

    private static List<String> parts(String key) {
        List<String> parts = new ArrayList<>();
        Matcher bracket = BRACKETS.matcher(key);
        int from = 0;
        while (bracket.find()) {
            parts.addAll(List.of(key.substring(from, bracket.start()).split("\\.", -1)));
            parts.add(bracket.group(1));
            from = Math.min(key.length(), bracket.end() + 1);
        }
        if (from < key.length()) {
            parts.addAll(List.of(key.substring(from).split("\\.", -1)));
        }
        return parts;
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
        String text = setting.value();
        Matcher matcher = PLACEHOLDER.matcher(text);
        for (int i = 0; i < PLACEHOLDERS_MAX && matcher.find(); i++) {
            if (matcher.group(1) == null) {
                return Optional.empty();
            }
            text = text.substring(0, matcher.start()) + matcher.group(1) + text.substring(matcher.end());
            matcher = PLACEHOLDER.matcher(text);
        }
        return text.contains("${") ? Optional.empty() : Optional.of(text.strip());
    }

    /** Whether a switch is on; empty if it is absent, or if only the environment knows. */
    Optional<Boolean> truth(String key) {
        return find(key).flatMap(SpringSettings::resolved).flatMap(SpringSettings::truthOf);
    }

    /** The words that Spring takes for yes and no. */
    static Optional<Boolean> truthOf(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "on", "yes", "1" -> Optional.of(true);
            case "false", "off", "no", "0" -> Optional.of(false);
            default -> Optional.empty();
        };
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
