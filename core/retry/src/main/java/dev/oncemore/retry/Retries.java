package dev.oncemore.retry;

import dev.oncemore.retry.policy.RetryPolicy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The engines of an application by name, one per dependency, from one map as read from YAML or properties.
 *
 * <pre>{@code
 * Retries retries = Retries.from(Map.of(
 *         "bank", Map.of("preset", "api", "deadline", "2s", "breaker", Map.of("failures", 5)),
 *         "mail", Map.of("preset", "documents")));
 * Retry bank = retries.get("bank");
 * }</pre>
 */
public final class Retries {
    private static final int ENGINES_MAX = 1_000;

    private final Map<String, Retry> engines;

    private Retries(Map<String, Retry> engines) {
        this.engines = Collections.unmodifiableMap(engines);
    }

    /**
     * Creates an engine for each entry: its key is the name, its value the settings of {@link RetryPolicy#from}, as a map
     * or with dotted keys ({@code bank.deadline}).
     *
     * @throws IllegalArgumentException for a wrong entry; the message names it, the key, the value and what is allowed
     */
    public static Retries from(Map<String, ?> policies) {
        return from(policies, engine -> {});
    }

    /**
     * As {@link #from(Map)}, with settings for all engines that are not part of a policy: listener, time, executor.
     *
     * <pre>{@code
     * Retries.from(policies, engine -> engine.listener(telemetry))
     * }</pre>
     */
    public static Retries from(Map<String, ?> policies, Consumer<RetryBuilder> settings) {
        return of(
                sections(policies).entrySet().stream()
                        .map(section -> RetryPolicy.from(section.getKey(), section.getValue()))
                        .toList(),
                settings);
    }

    /** Creates an engine for each of these policies, with settings for all of them. */
    public static Retries of(List<RetryPolicy> policies, Consumer<RetryBuilder> settings) {
        if (policies.size() > ENGINES_MAX) {
            throw new IllegalArgumentException(
                    "there may be at most " + ENGINES_MAX + " engines, but there are " + policies.size());
        }
        Map<String, Retry> engines = new LinkedHashMap<>();
        for (RetryPolicy policy : policies) {
            if (engines.containsKey(policy.name())) {
                throw new IllegalArgumentException("there are two policies '" + policy.name() + "'");
            }
            RetryBuilder builder = Retry.builder(policy);
            settings.accept(builder);
            engines.put(policy.name(), builder.build());
        }
        return new Retries(engines);
    }

    /**
     * Returns the engine of this name.
     *
     * @throws IllegalArgumentException if there is none; the message lists those that exist
     */
    public Retry get(String name) {
        Retry engine = engines.get(name);
        if (engine == null) {
            throw new IllegalArgumentException("there is no engine '" + name + "'; "
                    + (engines.isEmpty() ? "there are none" : "there are " + String.join(", ", engines.keySet())));
        }
        return engine;
    }

    /** The names of the engines, in the order of the map. */
    public Set<String> names() {
        return engines.keySet();
    }

    /** The state of each engine's breaker, budget and limiters. */
    public Map<String, RetryStatus> status() {
        Map<String, RetryStatus> status = new LinkedHashMap<>();
        engines.forEach((name, engine) -> status.put(name, engine.status()));
        return Collections.unmodifiableMap(status);
    }

    /** The settings of each policy; dotted keys join the section before their first dot. */
    private static Map<String, Map<String, @Nullable Object>> sections(Map<String, ?> policies) {
        Map<String, Map<String, @Nullable Object>> sections = new LinkedHashMap<>();
        policies.forEach((key, value) -> {
            int dot = key.indexOf('.');
            String name = dot > 0 ? key.substring(0, dot) : key;
            Map<String, @Nullable Object> section = sections.computeIfAbsent(name, absent -> new LinkedHashMap<>());
            if (dot > 0) {
                put(name, section, key.substring(dot + 1), value);
            } else if (value instanceof Map<?, ?> map) {
                map.forEach((inner, setting) -> put(name, section, String.valueOf(inner), setting));
            } else {
                throw new IllegalArgumentException("policy '" + name + "': " + (value == null ? "" : "'" + value + "' ")
                        + "is not a section; give it keys of its own, for example {preset: api}");
            }
        });
        return sections;
    }

    private static void put(String policy, Map<String, @Nullable Object> section, String key, @Nullable Object value) {
        if (section.containsKey(key)) {
            throw new IllegalArgumentException("policy '" + policy + "', " + key + ": '" + value + "' is set twice");
        }
        section.put(key, value);
    }
}
