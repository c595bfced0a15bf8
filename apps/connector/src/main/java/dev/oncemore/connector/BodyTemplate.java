package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of a request, as YAML with placeholders: {@code ${quantity}} becomes a text, {@code ${quantity:number}} a number.
 * An item of a list that begins with {@code forEach: line} is repeated for each line.
 */
final class BodyTemplate {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String EACH = "forEach";
    private static final String NUMBER = ":number";

    /** A part of a template, which a document turns into a JSON value. */
    @FunctionalInterface
    private interface Part {
        JsonNode fill(Map<String, String> values, Outgoing document);
    }

    private final Part root;

    private BodyTemplate(Part root) {
        this.root = root;
    }

    static BodyTemplate of(YamlPart yaml) {
        yaml.entries();
        return new BodyTemplate(part(yaml, Outgoing.FIELDS));
    }

    JsonNode filled(Outgoing document) {
        return root.fill(document.fields(), document);
    }

    private static Part part(YamlPart yaml, Set<String> names) {
        if (yaml.isMapping()) {
            Map<String, Part> parts = new LinkedHashMap<>();
            yaml.entries().forEach((name, value) -> {
                if (!name.equals(EACH)) {
                    parts.put(name, part(value, names));
                }
            });
            return (values, document) -> {
                ObjectNode object = JSON.objectNode();
                parts.forEach((name, value) -> object.set(name, value.fill(values, document)));
                return object;
            };
        }
        return yaml.isList() ? list(yaml, names) : leaf(yaml, names);
    }

    private static Part list(YamlPart yaml, Set<String> names) {
        List<Part> items = new ArrayList<>();
        for (YamlPart item : yaml.items()) {
            if (item.isMapping() && item.find(EACH).isPresent()) {
                item.require(EACH).choice(List.of("line"));
                Set<String> more = new TreeSet<>(names);
                more.addAll(Outgoing.LINE_FIELDS);
                items.add(eachLine(part(item, more)));
            } else {
                Part one = part(item, names);
                items.add((values, document) -> JSON.arrayNode().add(one.fill(values, document)));
            }
        }
        return (values, document) -> {
            ArrayNode all = JSON.arrayNode();
            items.forEach(item -> item.fill(values, document).forEach(all::add));
            return all;
        };
    }

    private static Part eachLine(Part one) {
        return (values, document) -> {
            ArrayNode lines = JSON.arrayNode();
            for (Map<String, String> line : document.lines()) {
                Map<String, String> all = new HashMap<>(values);
                all.putAll(line);
                lines.add(one.fill(all, document));
            }
            return lines;
        };
    }

    private static Part leaf(YamlPart yaml, Set<String> names) {
        if (yaml.isLiteral()) {
            String text = yaml.text();
            JsonNode literal =
                    text.equals("true") || text.equals("false") ? JSON.booleanNode(yaml.truth()) : number(yaml, text);
            return (values, document) -> literal;
        }
        Set<String> numbers = names.stream()
                .filter(Outgoing.NUMBERS::contains)
                .map(name -> name + NUMBER)
                .collect(Collectors.toSet());
        Set<String> allowed = new TreeSet<>(names);
        allowed.addAll(numbers);
        Template template = Template.of(yaml, allowed);
        for (String name : numbers) {
            if (template.text().equals("${" + name + "}")) {
                String field = name.substring(0, name.length() - NUMBER.length());
                return (values, document) -> JSON.numberNode(new BigDecimal(values.getOrDefault(field, "0")));
            }
            if (template.names(name)) {
                throw yaml.wrong("${" + name + "} alone, because a number cannot have text beside it");
            }
        }
        return (values, document) -> JSON.stringNode(template.filled(values));
    }

    private static JsonNode number(YamlPart yaml, String text) {
        try {
            return JSON.numberNode(new BigDecimal(text));
        } catch (NumberFormatException e) {
            throw yaml.wrong("a number, true, false, or a text");
        }
    }
}
