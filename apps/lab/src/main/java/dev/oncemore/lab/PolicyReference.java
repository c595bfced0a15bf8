package dev.oncemore.lab;

import dev.oncemore.lab.scenario.Contender;
import dev.oncemore.retry.policy.RetryPolicy;
import java.nio.file.Path;

/** A policy as it is named on the command line: {@code policies.yaml#payment}, or {@code api} for a preset. */
public final class PolicyReference {
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
                    PolicyFile.read(folder.resolve(text.substring(0, hash))).require(name));
        }
        if (text.endsWith(".yaml") || text.endsWith(".yml")) {
            RetryPolicy only = PolicyFile.read(folder.resolve(text)).requireOnly();
            return new Contender(only.name(), only);
        }
        return new Contender(text, RetryPolicy.preset(text));
    }
}
