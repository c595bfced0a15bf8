package dev.oncemore.observe.metrics;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a Prometheus server would see: metric to label to values. */
final class Scrape {
    private static final Pattern SAMPLE = Pattern.compile("^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? \\S+.*$");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");

    final Map<String, Map<String, Set<String>>> metrics = new HashMap<>();

    Scrape(String text) {
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (!sample.matches()) {
                throw new IllegalArgumentException("not a sample: " + line);
            }
            Map<String, Set<String>> labels = metrics.computeIfAbsent(sample.group(1), m -> new HashMap<>());
            if (sample.group(2) != null) {
                Matcher label = LABEL.matcher(sample.group(2));
                while (label.find()) {
                    labels.computeIfAbsent(label.group(1), l -> new TreeSet<>()).add(label.group(2));
                }
            }
        });
    }
}
