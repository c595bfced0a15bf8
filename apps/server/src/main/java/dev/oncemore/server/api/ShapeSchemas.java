package dev.oncemore.server.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** JSON schemas of the records that the API answers with, each under the record's name. A nullable field may be missing. */
final class ShapeSchemas {
    private static final Map<Class<?>, Map<String, Object>> SIMPLE = Map.ofEntries(
            Map.entry(String.class, Map.of("type", "string")),
            Map.entry(int.class, Map.of("type", "integer")),
            Map.entry(Integer.class, Map.of("type", "integer")),
            Map.entry(long.class, Map.of("type", "integer")),
            Map.entry(Long.class, Map.of("type", "integer")),
            Map.entry(Double.class, Map.of("type", "number")),
            Map.entry(BigDecimal.class, Map.of("type", "number")),
            Map.entry(boolean.class, Map.of("type", "boolean")),
            Map.entry(Boolean.class, Map.of("type", "boolean")),
            Map.entry(Instant.class, Map.of("type", "string", "format", "date-time")),
            Map.entry(LocalDate.class, Map.of("type", "string", "format", "date")));

    private final Map<String, Object> all = new TreeMap<>();

    /** The schemas of all records that were referred to. */
    Map<String, Object> all() {
        return all;
    }

    /** A reference to the schema of a record. */
    Map<String, Object> reference(Class<?> shape) {
        String name = shape.getSimpleName();
        if (!all.containsKey(name)) {
            Map<String, Object> schema = new LinkedHashMap<>();
            all.put(name, schema);
            describe(shape, schema);
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    private void describe(Class<?> shape, Map<String, Object> schema) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : shape.getRecordComponents()) {
            JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
            String name = renamed == null ? component.getName() : renamed.value();
            properties.put(name, of(component.getGenericType()));
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                required.add(name);
            }
        }
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", required);
    }

    private Map<String, Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            Map<String, Object> last = of(arguments[arguments.length - 1]);
            return generic.getRawType() == List.class
                    ? Map.of("type", "array", "items", last)
                    : Map.of("type", "object", "additionalProperties", last);
        }
        Class<?> plain = (Class<?>) type;
        return plain.isRecord() ? reference(plain) : SIMPLE.getOrDefault(plain, Map.of());
    }
}
