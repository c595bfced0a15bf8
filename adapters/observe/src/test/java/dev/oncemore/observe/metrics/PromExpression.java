package dev.oncemore.observe.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics and labels that a PromQL expression names: as much of the language as the rules and the dashboard use. */
final class PromExpression {
    private static final Pattern TOKEN = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)(=~|!~|!=|=)\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{([^}]*)\\}");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

    /** Metric to the labels that its selector names, with the values asked for by equality. */
    final Map<String, Map<String, List<String>>> selectors = new LinkedHashMap<>();

    final Set<String> groupings = new TreeSet<>();

    PromExpression(String expression) {
        String rest = expression.replaceAll("\\[[^\\]]*\\]", " ");
        Matcher grouping = GROUPING.matcher(rest);
        while (grouping.find()) {
            for (String label : grouping.group(1).split(",", -1)) {
                groupings.add(label.strip());
            }
        }
        rest = grouping.replaceAll(" ");
        Matcher selector = SELECTOR.matcher(rest);
        while (selector.find()) {
            Matcher label = MATCHER.matcher(selector.group(2));
            while (label.find()) {
                List<String> values = labels(selector.group(1)).computeIfAbsent(label.group(1), l -> new ArrayList<>());
                if (label.group(2).equals("=")) {
                    values.add(label.group(3));
                } else if (!label.group(3).startsWith("$")) {
                    values.addAll(List.of(label.group(3).split("\\|", -1)));
                }
            }
        }
        rest = rest.replaceAll("\\{[^}]*\\}", " ");
        Matcher token = TOKEN.matcher(rest);
        while (token.find()) {
            boolean isFunction = rest.substring(token.end()).stripLeading().startsWith("(");
            if (!isFunction && !WORDS.contains(token.group())) {
                labels(token.group());
            }
        }
    }

    private Map<String, List<String>> labels(String metric) {
        return selectors.computeIfAbsent(metric, m -> new LinkedHashMap<>());
    }
}
