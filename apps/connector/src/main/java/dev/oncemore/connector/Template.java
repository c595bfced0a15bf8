package dev.oncemore.connector;

import dev.oncemore.config.Nearest;
import dev.oncemore.config.YamlPart;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A text with placeholders that a document fills: {@code /invoices?invoice_number=${number}}. */
record Template(String text) {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([^}]*)}");

    /** Reads a template that uses no other placeholders than these. */
    static Template of(YamlPart part, Set<String> names) {
        String text = part.text();
        Matcher places = PLACE.matcher(text);
        while (places.find()) {
            if (!names.contains(places.group(1))) {
                throw part.wrong(Nearest.to(places.group(1), names)
                                .map(near -> "${" + near + "}, or another of ")
                                .orElse("one of ")
                        + "the placeholders: "
                        + new TreeSet<>(names)
                                .stream().map(name -> "${" + name + "}").collect(Collectors.joining(", ")));
            }
        }
        return new Template(text);
    }

    boolean names(String name) {
        return text.contains("${" + name + "}");
    }

    /** Fills in the values unescaped. */
    String filled(Map<String, String> values) {
        return filled(values, value -> value);
    }

    /** Fills in the values for a URL, percent-encoded. */
    String encoded(Map<String, String> values) {
        return filled(
                values,
                value -> URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
    }

    private String filled(Map<String, String> values, UnaryOperator<String> form) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(form.apply(values.getOrDefault(place.group(1), ""))));
    }
}
