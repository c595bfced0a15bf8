package dev.oncemore.lab;

import dev.oncemore.config.YamlFile;
import dev.oncemore.lab.scenario.Contender;
import dev.oncemore.retry.policy.RetryPolicy;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A policy as it is named on the command line: {@code policies.yaml#payment}, or {@code api} for a preset. */
public final class PolicyReference {
    private static final Pattern PRESET = Pattern.compile("[a-z0-9-]+");

    private PolicyReference() {}

    /**
     * Finds the policy.
     *
     * @param folder what a file's path is relative to
     * @throws IllegalArgumentException if there is no such policy; the message says what there is
     */
    public static Contender resolve(String text, Path folder) {
        int hash = text.lastIndexOf('#');
        if (hash > 0) {
            String name = text.substring(hash + 1);
            return new Contender(
                    name,
                    PolicyFile.read(folder.resolve(text.substring(0, hash)).normalize())
                            .require(name));
        }
        if (text.endsWith(".yaml") || text.endsWith(".yml")) {
            RetryPolicy only = PolicyFile.read(folder.resolve(text).normalize()).requireOnly();
            return new Contender(only.name(), only);
        }
        return new Contender(text, RetryPolicy.preset(text));
    }

    /**
     * Reads a policy that is written where it is used: the name of a preset, or its settings in YAML. No file is opened, so
     * that the text may come from anybody.
     *
     * @param label its name, also in messages
     * @throws IllegalArgumentException if the text is wrong; of YAML, the message has the line
     */
    public static Contender ofText(String label, String text) {
        return PRESET.matcher(text).matches()
                ? new Contender(text, RetryPolicy.preset(text))
                : new Contender(label, PolicyFile.policy(label, YamlFile.parse(label, text)));
    }
}
