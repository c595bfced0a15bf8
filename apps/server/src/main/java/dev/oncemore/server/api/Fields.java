package dev.oncemore.server.api;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fields that a request may have: what openapi.json says, and all that is accepted. */
final class Fields {
    private static final int WHY_MAX = 400;

    private final Map<String, Map<String, Object>> schemas = new LinkedHashMap<>();
    private final Set<String> required = new LinkedHashSet<>();

    /** The field {@code why} and no other. */
    static Fields why() {
        return new Fields().require("why", text("For the audit trail.", 1, WHY_MAX));
    }

    /** Adds a field that may be left out. */
    Fields with(String name, Map<String, Object> schema) {
        schemas.put(name, schema);
        return this;
    }

    /** Adds a field that must be there. */
    Fields require(String name, Map<String, Object> schema) {
        required.add(name);
        return with(name, schema);
    }

    /** Adds these as well. */
    Fields and(Fields others) {
        schemas.putAll(others.schemas);
        required.addAll(others.required);
        return this;
    }

    Set<String> names() {
        return schemas.keySet();
    }

    Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", schemas);
        schema.put("required", required);
        schema.put("additionalProperties", false);
        return schema;
    }

    static Map<String, Object> text() {
        return Map.of("type", "string");
    }

    static Map<String, Object> text(String description) {
        return Map.of("type", "string", "description", description);
    }

    static Map<String, Object> text(String description, int least, int most) {
        return Map.of("type", "string", "description", description, "minLength", least, "maxLength", most);
    }

    /** A URL that is told the end by a signed webhook. */
    static Map<String, Object> callback() {
        return text("A URL that gets a signed webhook (Standard Webhooks) at the end.", 1, 1_000);
    }

    static Map<String, Object> choice(List<String> words) {
        return Map.of("type", "string", "enum", words);
    }

    static Map<String, Object> number(int least, int most) {
        return Map.of("type", "integer", "minimum", least, "maximum", most);
    }

    static Map<String, Object> number(int least, int most, int standard) {
        return Map.of("type", "integer", "minimum", least, "maximum", most, "default", standard);
    }

    static Map<String, Object> flag(String description) {
        return Map.of("type", "boolean", "description", description);
    }

    static Map<String, Object> any(String description) {
        return Map.of("description", description);
    }
}
