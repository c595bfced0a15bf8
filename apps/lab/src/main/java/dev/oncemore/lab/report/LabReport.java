package dev.oncemore.lab.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of one scenario.
 *
 * @param scenario its name
 * @param question what it answers
 * @param verdict the answer, in one sentence
 * @param parameters what it was run with, the seed too
 * @param policies the settings of the policies that were compared, by label
 * @param table the figures
 * @param charts what happened over time
 */
public record LabReport(
        String scenario,
        String question,
        String verdict,
        Map<String, String> parameters,
        Map<String, Map<String, Object>> policies,
        LabTable table,
        List<LabChart> charts) {

    /** Copies, and keeps the order. */
    public LabReport {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        policies = Collections.unmodifiableMap(new LinkedHashMap<>(policies));
        charts = List.copyOf(charts);
    }
}
