package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A place in a JSON response: {@code invoice.id}, {@code Invoices[0].InvoiceID}, {@code errors[].messages[]}. */
record JsonPlace(List<String> steps) {
    private static final Pattern WRITTEN =
            Pattern.compile("[A-Za-z0-9_-]+(\\[\\d{0,4}])?(\\.[A-Za-z0-9_-]+(\\[\\d{0,4}])?)*");

    static JsonPlace of(YamlPart part) {
        return of(part, part.text());
    }

    static JsonPlace of(YamlPart part, String text) {
        if (!WRITTEN.matcher(text).matches()) {
            throw part.fault("'" + text + "' is not a place; write one such as invoice.id, Invoices[0].InvoiceID or"
                    + " errors[].messages[]");
        }
        return new JsonPlace(List.of(text.replace("[", ".[").split("\\.", -1)));
    }

    /** The values at this place, without nulls. */
    List<JsonNode> all(JsonNode root) {
        List<JsonNode> at = List.of(root);
        for (String step : steps) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode node : at) {
                if (step.equals("[]")) {
                    node.forEach(next::add);
                } else if (step.startsWith("[")) {
                    next.add(node.path(Integer.parseInt(step.substring(1, step.length() - 1))));
                } else {
                    next.add(node.path(step));
                }
            }
            at = next;
        }
        return at.stream()
                .filter(node -> !node.isMissingNode() && !node.isNull())
                .toList();
    }

    /** The first text at this place; empty when there is none. */
    String text(JsonNode root) {
        return all(root).stream().findFirst().map(node -> node.asString("")).orElse("");
    }
}
