package dev.oncemore.retry.policy;

import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One level of a settings map: typed lookups whose errors name the full key, the value and what is allowed. */
final class Settings {
    private final String policy;
    private final String prefix;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final TreeSet<String> known = new TreeSet<>();

    private Settings(String policy, String prefix) {
        this.policy = policy;
        this.prefix = prefix;
    }

    static Settings of(String policy, Map<String, ?> map) {
        Settings settings = new Settings(policy, "");
        map.forEach(settings::put);
        return settings;
    }

    /** Turns dotted keys into sections, so that properties files and YAML are equivalent. */
    private void put(String key, @Nullable Object value) {
        int dot = key.indexOf('.');
        if (dot > 0) {
            section(key.substring(0, dot)).put(key.substring(dot + 1), value);
        } else if (value instanceof Map<?, ?> map) {
            Settings section = section(key);
            map.forEach((inner, innerValue) -> section.put(String.valueOf(inner), innerValue));
        } else if (value == null) {
            throw wrong(key, null, "has no value");
        } else if (values.putIfAbsent(key, value) != null) {
            throw wrong(key, value, "is set twice");
        }
    }

    private Settings section(String key) {
        Object section = values.computeIfAbsent(key, absent -> new Settings(policy, prefix + key + "."));
        return asSection(key, section);
    }

    private Settings asSection(String key, Object value) {
        if (value instanceof Settings section) {
            return section;
        }
        throw wrong(
                key,
                value,
                "is not a section; give it keys of its own" + ("budget".equals(key) ? ", or write unlimited" : ""));
    }

    @Nullable
    Object peek(String key) {
        known.add(key);
        return values.get(key);
    }

    private @Nullable Object take(String key) {
        known.add(key);
        return values.remove(key);
    }

    @Nullable
    String text(String key) {
        Object value = take(key);
        return value == null ? null : String.valueOf(value);
    }

    List<String> texts(String key) {
        Object value = take(key);
        List<String> texts = new ArrayList<>();
        if (value instanceof Iterable<?> items) {
            items.forEach(item -> texts.add(String.valueOf(item)));
        } else if (value != null) {
            Arrays.stream(String.valueOf(value).split(",")).map(String::trim).forEach(texts::add);
        }
        return texts;
    }

    @Nullable
    Integer whole(String key) {
        Object value = take(key);
        try {
            return value == null ? null : Integer.valueOf(String.valueOf(value).trim());
        } catch (NumberFormatException e) {
            throw wrong(key, value, "is not a whole number");
        }
    }

    int requiredWhole(String key) {
        return required(key, whole(key));
    }

    @Nullable
    Double number(String key) {
        Object value = take(key);
        try {
            return value == null ? null : Double.valueOf(String.valueOf(value).trim());
        } catch (NumberFormatException e) {
            throw wrong(key, value, "is not a number");
        }
    }

    @Nullable
    Duration span(String key) {
        Object value = take(key);
        if (value == null || value instanceof Duration) {
            return (Duration) value;
        }
        return parsedSpan(key, String.valueOf(value));
    }

    Duration requiredSpan(String key) {
        return required(key, span(key));
    }

    Duration parsedSpan(String key, String text) {
        return checked(key, () -> Durations.parse(text));
    }

    <E extends Enum<E>> @Nullable E constant(String key, E[] constants) {
        String text = text(key);
        return text == null ? null : constant(key, text, constants);
    }

    <E extends Enum<E>> E constant(String key, String text, E[] constants) {
        for (E constant : constants) {
            if (PolicyWriter.written(constant).equals(text)) {
                return constant;
            }
        }
        List<String> allowed =
                Arrays.stream(constants).map(PolicyWriter::written).toList();
        throw wrong(key, text, "is not one of " + String.join(", ", allowed));
    }

    void ifWhole(String key, IntConsumer setter) {
        Integer value = whole(key);
        if (value != null) {
            checked(key, () -> {
                setter.accept(value);
                return value;
            });
        }
    }

    void ifSpan(String key, Consumer<Duration> setter) {
        Duration value = span(key);
        if (value != null) {
            checked(key, () -> {
                setter.accept(value);
                return value;
            });
        }
    }

    void ifSection(String key, Consumer<Settings> reader) {
        Object value = take(key);
        if (value != null) {
            Settings section = asSection(key, value);
            reader.accept(section);
            section.refuseUnknown();
        }
    }

    /** Runs a step and adds the key to its error message. */
    <T> T checked(String key, Supplier<T> step) {
        try {
            return step.get();
        } catch (SettingException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new SettingException("policy '" + policy + "', " + prefix + key + ": " + e.getMessage(), e);
        }
    }

    <T> T checked(String key, T old, UnaryOperator<T> step) {
        return checked(key, () -> step.apply(old));
    }

    IllegalArgumentException wrong(String key, @Nullable Object value, String problem) {
        String shown = value == null ? "" : "'" + value + "' ";
        return new SettingException("policy '" + policy + "', " + prefix + key + ": " + shown + problem, null);
    }

    void refuseUnknown() {
        if (!values.isEmpty()) {
            String key = values.keySet().iterator().next();
            throw wrong(key, null, "there is no such setting; the settings here are " + String.join(", ", known));
        }
    }

    private <T> T required(String key, @Nullable T value) {
        if (value == null) {
            throw wrong(key, null, "is missing");
        }
        return value;
    }

    /** An error that already names its key. */
    private static final class SettingException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        SettingException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
