package dev.oncemore.lab;

import dev.oncemore.config.Nearest;
import dev.oncemore.config.YamlFile;
import dev.oncemore.config.YamlPart;
import dev.oncemore.retry.policy.RetryPolicy;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A YAML file of retry policies: one section for each, as {@link dev.oncemore.retry.Retries#from} reads them.
 *
 * <pre>{@code
 * payment:
 *   preset: api
 *   deadline: 2s
 * }</pre>
 */
public final class PolicyFile {
    private static final Pattern KEY_IN_MESSAGE = Pattern.compile("^policy '.*?', ([A-Za-z0-9.-]+): ");

    private static final Pattern NO_WORD = Pattern.compile("\\W+");
    private static final Pattern DASH = Pattern.compile("-(\\w)");

    private final Path file;
    private final YamlPart root;
    private final Map<String, RetryPolicy> policies = new LinkedHashMap<>();

    private PolicyFile(Path file, YamlPart root) {
        this.file = file;
        this.root = root;
        root.entries().forEach((name, part) -> policies.put(name, policy(name, part)));
    }

    /**
     * Reads a file.
     *
     * @throws dev.oncemore.config.ConfigException when the file or a policy is wrong; the message names file, line and
     *     reason
     */
    public static PolicyFile read(Path file) {
        return new PolicyFile(file, YamlFile.read(file));
    }

    /** The names of the policies, in the order of the file. */
    public Set<String> names() {
        return policies.keySet();
    }

    /** The line of the first of these settings that a policy has, by dotted keys; of the policy if it has none of them. */
    public int line(String name, List<String> settings) {
        YamlPart policy = root.require(name);
        return settings.stream()
                .map(key -> at(policy, key))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(policy)
                .line();
    }

    private static Optional<YamlPart> at(YamlPart policy, String dottedKey) {
        Optional<YamlPart> place = policy.find(dottedKey);
        if (place.isPresent()) {
            return place;
        }
        place = Optional.of(policy);
        for (String name : dottedKey.split("\\.", -1)) {
            place = place.filter(YamlPart::isMapping).flatMap(part -> part.find(name));
        }
        return place;
    }

    /**
     * Returns the policy of this name.
     *
     * @throws dev.oncemore.config.ConfigException if there is none; the message lists those that exist
     */
    public RetryPolicy require(String name) {
        RetryPolicy policy = policies.get(name);
        if (policy == null) {
            throw root.fault("there is no policy '" + name + "'"
                    + Nearest.to(name, policies.keySet())
                            .map(near -> "; did you mean '" + near + "'?")
                            .orElse("; there are " + String.join(", ", policies.keySet())));
        }
        return policy;
    }

    /** The only policy of the file. */
    RetryPolicy requireOnly() {
        if (policies.size() != 1) {
            throw root.fault("the file has " + policies.size() + " policies; choose one: " + file + "#"
                    + String.join(", " + file + "#", policies.keySet()));
        }
        return policies.values().iterator().next();
    }

    static RetryPolicy policy(String name, YamlPart part) {
        Map<String, Object> settings = settings(part);
        try {
            return RetryPolicy.from(name, settings);
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw place(part, message).fault(message);
        }
    }

    private static Map<String, Object> settings(YamlPart part) {
        Map<String, Object> settings = new LinkedHashMap<>();
        part.entries().forEach((key, value) -> settings.put(key, value(value)));
        return settings;
    }

    private static Object value(YamlPart part) {
        if (part.isMapping()) {
            return settings(part);
        }
        return part.isList() ? part.items().stream().map(PolicyFile::value).toList() : part.text();
    }

    /** A contradiction names the settings as the builder does: {@code attemptTimeout (5 s) is not shorter than …}. */
    private static YamlPart firstNamed(YamlPart policy, String message) {
        List<String> words = List.of(NO_WORD.split(message, -1));
        return policy.entries().entrySet().stream()
                .filter(entry -> words.contains(camelCase(entry.getKey())))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(policy);
    }

    private static String camelCase(String name) {
        return DASH.matcher(name).replaceAll(dash -> dash.group(1).toUpperCase(Locale.ROOT));
    }

    /** The value that a message is about, so that it can be shown with its line. */
    private static YamlPart place(YamlPart policy, String message) {
        Matcher key = KEY_IN_MESSAGE.matcher(message);
        if (!key.find()) {
            return firstNamed(policy, message);
        }
        YamlPart place = policy;
        for (String name : List.of(key.group(1).split("\\.", -1))) {
            if (!place.isMapping() || place.find(name).isEmpty()) {
                return place;
            }
            place = place.require(name);
        }
        return place;
    }
}
