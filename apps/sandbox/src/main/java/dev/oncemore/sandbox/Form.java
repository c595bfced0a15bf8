package dev.oncemore.sandbox;

import dev.oncemore.internal.DecimalBounds;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads the fields of a request, and collects all errors instead of stopping at the first. */
final class Form {
    private static final int MESSAGES_MAX = 50;
    private static final DecimalBounds PRICES = new DecimalBounds(64, 15, 15);

    private final JsonNode node;
    private final String prefix;
    private final List<String> messages;

    Form(JsonNode node) {
        this(node, "", new ArrayList<>());
    }

    private Form(JsonNode node, String prefix, List<String> messages) {
        this.node = node;
        this.prefix = prefix;
        this.messages = messages;
    }

    /** A form for a part of the request, which adds its errors to this one. */
    Form part(JsonNode part, String name) {
        return new Form(part, prefix + name + ".", messages);
    }

    List<String> messages() {
        return List.copyOf(messages);
    }

    void wrong(String field, String expected) {
        if (messages.size() < MESSAGES_MAX) {
            messages.add(prefix + field + ": " + expected);
        }
    }

    String text(String field, int lengthMax) {
        JsonNode value = node.path(field);
        String text = value.isString() ? value.asString() : "";
        if (text.isEmpty() || text.length() > lengthMax) {
            wrong(field, "a text of 1 to " + lengthMax + " characters is required");
        }
        return text;
    }

    String choice(String field, Set<String> allowed) {
        String text = node.path(field).asString("");
        if (!allowed.contains(text)) {
            wrong(field, "one of " + String.join(", ", allowed) + " is required");
        }
        return text;
    }

    long id(String field) {
        JsonNode value = node.path(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 1) {
            wrong(field, "a whole number from 1 on is required");
            return 0;
        }
        return value.asLong();
    }

    String date(String field) {
        String text = node.path(field).asString("");
        try {
            return LocalDate.parse(text).toString();
        } catch (DateTimeException e) {
            wrong(field, "a date such as 2026-01-31 is required");
            return text;
        }
    }

    /** A number, or a text with a number, as the API uses for prices. */
    BigDecimal decimal(String field) {
        JsonNode value = node.path(field);
        Optional<BigDecimal> number =
                value.isNumber() || value.isString() ? PRICES.tryRead(value.asString()) : Optional.empty();
        if (number.isEmpty()) {
            wrong(field, "a number with at most 15 digits before and after the point is required");
        }
        return number.orElse(BigDecimal.ZERO);
    }
}
