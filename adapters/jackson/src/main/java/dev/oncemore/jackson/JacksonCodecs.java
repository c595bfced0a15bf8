package dev.oncemore.jackson;

import dev.oncemore.once.Codec;
import dev.oncemore.once.Codecs;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Codecs for everything that JSON can say, in UTF-8.
 *
 * <pre>{@code
 * OnceSettings settings = OnceSettings.standard().codecs(JacksonCodecs.standard());
 *
 * Codec<List<Invoice>> invoices = JacksonCodecs.standard().of(new TypeReference<List<Invoice>>() {});
 * }</pre>
 *
 * <p>Keep one and share it: it remembers the types that it has checked.
 */
public final class JacksonCodecs implements Codecs {
    /** Programs have fewer types; whatever goes on inventing some only loses the speed. */
    private static final int REMEMBERED_MAX = 2_000;

    private final JsonMapper mapper;
    private final Map<JavaType, JsonCodec<?>> checked = new ConcurrentHashMap<>();

    private JacksonCodecs(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Exact and lasting:
     *
     * <ul>
     *   <li>a decimal without a type of its own is a {@link java.math.BigDecimal}, an integer is never rounded;
     *   <li>{@code java.time} is ISO 8601, with its offset and zone as they were;
     *   <li>enums go by name, whatever {@code toString} says;
     *   <li>elements of a set are sorted where they can be: the same set is the same payload on every JVM;
     *   <li>a property that is unknown is skipped, and one that is missing is null, zero or false, so that an outcome
     *       survives properties that were added or removed since;
     *   <li>an object without any property is refused rather than written as <code>{}</code>, except for a record.
     * </ul>
     */
    public static JacksonCodecs standard() {
        return new JacksonCodecs(StandardMapper.build());
    }

    /**
     * As this mapper does it. One that rounds decimals, moves times to another zone or refuses unknown properties replays
     * other outcomes than those that were recorded; {@link #standard} tells what matters.
     */
    public static JacksonCodecs of(JsonMapper mapper) {
        return new JacksonCodecs(Objects.requireNonNull(mapper, "mapper"));
    }

    /**
     * {@inheritDoc}
     *
     * <p>A type must be readable, too. For a payload that can only be written, hand in
     * {@link dev.oncemore.once.Payload#json(byte[])} instead.
     */
    @Override
    public <T> Codec<T> of(Class<T> type) {
        return of(mapper.constructType(declared(type)));
    }

    /** An enum's constant with a body is of a class of its own, which nobody asks for by name. */
    private static Class<?> declared(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return above != null && above.isEnum() ? above : type;
    }

    /**
     * The codec of a generic type: {@code of(new TypeReference<List<Invoice>>() {})}.
     *
     * @throws IllegalArgumentException when it cannot be kept as JSON; the message says why
     */
    public <T> Codec<T> of(TypeReference<T> type) {
        return of(mapper.constructType(type.getType()));
    }

    /**
     * The codec of a type that is only known at run time; that {@code T} is that type is for the caller to see to.
     *
     * @throws IllegalArgumentException when it cannot be kept as JSON; the message says why
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the codec was made for this very type
    public <T> Codec<T> of(JavaType type) {
        JsonCodec<?> known = checked.get(type);
        if (known == null) {
            new TypeCheck(mapper, type).requireKeepable();
            known = new JsonCodec<>(mapper, type);
            if (checked.size() < REMEMBERED_MAX) {
                checked.put(type, known);
            }
        }
        return (Codec<T>) known;
    }
}
