package dev.oncemore.server.api;

import dev.oncemore.server.web.Answers;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The description of the API, and what it says that each endpoint takes. What it does not name is refused: a filter that is
 * mistyped must not mean "all".
 */
public final class Described {
    private static final byte[] DESCRIPTION = load();
    private static final Described API =
            new Described(JsonMapper.builder().build().readTree(DESCRIPTION));

    private final Map<String, Set<String>> parameters = new HashMap<>();
    private final Map<String, Set<String>> fields = new HashMap<>();

    private Described(JsonNode description) {
        description
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method -> add(
                                method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue())));
    }

    private void add(String endpoint, JsonNode operation) {
        Set<String> names = new LinkedHashSet<>();
        operation.path("parameters").forEach(parameter -> {
            if (parameter.path("in").asString("").equals("query")) {
                names.add(parameter.path("name").asString());
            }
        });
        parameters.put(endpoint, names);
        operation.path("requestBody").path("content").forEach(content -> {
            JsonNode schema = content.path("schema");
            if (schema.path("additionalProperties").isBoolean()
                    && !schema.path("additionalProperties").asBoolean()) {
                Set<String> known = new LinkedHashSet<>();
                schema.path("properties").properties().forEach(property -> known.add(property.getKey()));
                fields.put(endpoint, known);
            }
        });
    }

    /** The description itself. */
    static byte[] description() {
        return DESCRIPTION;
    }

    /** Refuses a query that names what the endpoint does not know; a body is looked at when it is read. */
    public static void check(Context context) {
        if (context.path().startsWith("/api/")) {
            Endpoint endpoint = context.endpoints().matchedHttpEndpoint();
            if (endpoint != null) {
                API.check(context, endpoint.method + " " + endpoint.path);
            }
        }
    }

    private void check(Context context, String endpoint) {
        if (context.queryString() != null) {
            Answers.requireKnown(
                    "parameter", context.queryParamMap().keySet(), parameters.getOrDefault(endpoint, Set.of()));
        }
        Set<String> known = fields.get(endpoint);
        if (known != null) {
            Answers.onlyFields(context, known);
        }
    }

    private static byte[] load() {
        try (InputStream content = Described.class.getResourceAsStream("openapi.json")) {
            if (content == null) {
                throw new IllegalStateException("openapi.json is missing in the jar");
            }
            return content.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
