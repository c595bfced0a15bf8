package dev.oncemore.lab;

import dev.oncemore.retry.policy.PolicyFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A finding about a policy of a file, with its place.
 *
 * @param file where the policy is
 * @param line the line of the setting that it is about, or of the policy if that does not set it
 * @param policy the policy's name
 * @param finding what was found
 */
public record PolicyDiagnosis(Path file, int line, String policy, PolicyFinding finding) {
    /** The settings that a finding is about, the most telling first. */
    private static final Map<PolicyFinding.Code, List<String>> SETTINGS = Map.ofEntries(
            Map.entry(PolicyFinding.Code.NO_ATTEMPT_TIMEOUT, List.of("attempt-timeout")),
            Map.entry(PolicyFinding.Code.NO_DEADLINE, List.of("deadline")),
            Map.entry(PolicyFinding.Code.ATTEMPTS_BEYOND_DEADLINE, List.of("deadline", "max-attempts", "backoff")),
            Map.entry(PolicyFinding.Code.NO_RETRY_AFTER_TIMEOUT, List.of("attempt-timeout", "deadline")),
            Map.entry(PolicyFinding.Code.NO_DELAY, List.of("backoff.base", "backoff")),
            Map.entry(PolicyFinding.Code.NO_JITTER, List.of("backoff.jitter", "backoff")),
            Map.entry(PolicyFinding.Code.NO_BUDGET, List.of("budget")),
            Map.entry(PolicyFinding.Code.GENEROUS_BUDGET, List.of("budget.ratio", "budget")),
            Map.entry(PolicyFinding.Code.COST_OVER_FLOOR, List.of("budget.floor", "budget")),
            Map.entry(PolicyFinding.Code.BREAKER_OPENED_BY_ONE_CALL, List.of("breaker.failures", "breaker")),
            Map.entry(PolicyFinding.Code.SLOW_CALLS_NEVER_COUNT, List.of("breaker")),
            Map.entry(PolicyFinding.Code.LOST_REPLY_AS_TRANSIENT, List.of("classify")),
            Map.entry(PolicyFinding.Code.NESTED_RETRIES, List.of("nested")));

    /**
     * Reviews all policies of a file.
     *
     * @param accepted the codes of findings that are meant so, as {@link #code} writes them
     * @return the findings of each policy by its name, also of those without any
     * @throws dev.oncemore.config.ConfigException when the file or a policy is wrong
     */
    public static Map<String, List<PolicyDiagnosis>> review(Path file, Set<String> accepted) {
        PolicyFile policies = PolicyFile.read(file);
        Map<String, List<PolicyDiagnosis>> all = new LinkedHashMap<>();
        for (String name : policies.names()) {
            List<PolicyDiagnosis> found = new ArrayList<>();
            for (PolicyFinding finding : policies.require(name).findings()) {
                int line = policies.line(name, SETTINGS.getOrDefault(finding.code(), List.of()));
                PolicyDiagnosis diagnosis = new PolicyDiagnosis(file, line, name, finding);
                if (!accepted.contains(diagnosis.code())) {
                    found.add(diagnosis);
                }
            }
            all.put(name, found);
        }
        return all;
    }

    /** The code on the command line: {@code no-jitter}. */
    public String code() {
        return written(finding.code());
    }

    /** All codes. */
    public static List<String> codes() {
        List<String> codes = new ArrayList<>();
        for (PolicyFinding.Code code : PolicyFinding.Code.values()) {
            codes.add(written(code));
        }
        return codes;
    }

    static boolean knowsSettingsOf(String code) {
        return SETTINGS.keySet().stream().anyMatch(known -> written(known).equals(code));
    }

    private static String written(PolicyFinding.Code code) {
        return code.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
