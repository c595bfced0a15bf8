package dev.oncemore.server.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.oncemore.config.Nearest;
import io.javalin.http.Context;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON in and out. */
public final class Answers {
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            // One reader would take the first of two, and another the last.
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The type of answers. */
    public static final String JSON_TYPE = "application/json";

    /** The type of problems. */
    public static final String PROBLEM_TYPE = "application/problem+json";

    private static final String FIELDS = "oncemore.fields";

    private static final int NAME_MAX = 100;

    private Answers() {}

    /** Answers with this as JSON. */
    public static void json(Context context, Object body) {
        context.contentType(JSON_TYPE).result(bytes(body));
    }

    /** This as JSON. */
    public static byte[] bytes(Object body) {
        return JSON.writeValueAsBytes(body);
    }

    /** Answers with a problem as RFC 9457 has it. */
    public static void problem(Context context, Refusal refusal) {
        refusal.retryAfter().ifPresent(wait -> context.header("Retry-After", Long.toString(wait.toSeconds())));
        if (refusal.status() == 401) {
            context.header("WWW-Authenticate", "Bearer");
        }
        context.status(refusal.status()).contentType(PROBLEM_TYPE).result(bytes(refusal));
    }

    /** A problem as JSON. */
    public static byte[] bytes(Refusal refusal) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", "about:blank");
        body.put("title", refusal.title());
        body.put("status", refusal.status());
        body.put("detail", refusal.detail());
        return JSON.writeValueAsBytes(body);
    }

    /** The JSON object that a request carries; an empty one when it carries nothing. */
    public static JsonNode body(Context context) {
        byte[] bytes = context.bodyAsBytes();
        if (bytes.length == 0) {
            return JSON.createObjectNode();
        }
        try {
            JsonNode node = JSON.readTree(bytes);
            if (node.isObject()) {
                requireKnownFields(context, node.propertyNames());
                return node;
            }
        } catch (JacksonException e) {
            throw Refusal.wrong("the body is not JSON: " + e.getOriginalMessage());
        }
        throw Refusal.wrong("the body must be a JSON object");
    }

    /** From now on what a request carries may have these fields, and no others. */
    public static void onlyFields(Context context, Set<String> known) {
        context.attribute(FIELDS, known);
    }

    /** Refuses fields that the endpoint does not know. */
    public static void requireKnownFields(Context context, Collection<String> given) {
        Set<String> known = context.attribute(FIELDS);
        if (known != null) {
            requireKnown("field", given, known);
        }
    }

    /** Refuses names that are none of these, and says which one was probably meant. */
    public static void requireKnown(String what, Collection<String> given, Set<String> known) {
        for (String name : given) {
            if (!known.contains(name)) {
                throw Refusal.wrong(
                        "there is no " + what + " '" + name.substring(0, Math.min(NAME_MAX, name.length())) + "' here"
                                + Nearest.to(name, known)
                                        .map(near -> "; did you mean '" + near + "'?")
                                        .orElse(
                                                known.isEmpty()
                                                        ? "; it takes none"
                                                        : "; there are: " + String.join(", ", known)));
            }
        }
    }

    /** Whether a program asks, and not a person with a browser. */
    public static boolean isForProgram(Context context) {
        String accept = context.header("Accept");
        return context.path().startsWith("/api/") || accept == null || !accept.contains("text/html");
    }

    /** A text that a query names, without space around it; empty when it names none. */
    public static String text(Context context, String name) {
        String value = context.queryParam(name);
        return value == null ? "" : value.strip();
    }

    /** The row of a sheet that an address names as {@code n}. */
    public static int row(Context context) {
        String text = context.pathParam("n");
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw Refusal.wrong("'" + text + "' is not a row number; rows are numbered as in the file");
        }
    }

    /** A number that a query names, within bounds. */
    public static int number(Context context, String name, int otherwise, int least, int most) {
        @Nullable String text = context.queryParam(name);
        if (text == null || text.isEmpty()) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, like a number out of bounds.
        }
        throw Refusal.wrong(
                "'" + name + "' is '" + text + "', but must be a whole number from " + least + " to " + most);
    }
}
