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
 * Codecs for all types that JSON can represent, in UTF-8.
 *
 * <pre>{@code
 * OnceSettings settings = OnceSettings.standard().codecs(JacksonCodecs.standard());
 *
 * Codec<List<Invoice>> invoices = JacksonCodecs.standard().of(new TypeReference<List<Invoice>>() {});
 * }</pre>
 *
 * <p>Keep one and share it: it caches the types that it has checked.
 */
public final class JacksonCodecs implements Codecs {
    /** Programs have fewer types; beyond the bound only the speed is lost. */
    private static final int REMEMBERED_MAX = 2_000;

    private final JsonMapper mapper;
    private final Map<JavaType, JsonCodec<?>> checked = new ConcurrentHashMap<>();

    private JacksonCodecs(JsonMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Exact and stable over time:
     *
     * <ul>
     *   <li>a decimal without a declared type is a {@link java.math.BigDecimal}, an integer is never rounded;
     *   <li>{@code java.time} is ISO 8601, with the original offset and zone;
     *   <li>enums are stored by name, regardless of {@code toString};
     *   <li>elements of a set are sorted where possible: the same set is the same payload on every JVM;
     *   <li>an unknown property is skipped, and a missing one is null, zero or false, so that a stored outcome survives
     *       properties added or removed since;
     *   <li>an object without any property is refused rather than written as <code>{}</code>, except for a record.
     * </ul>
     */
    public static JacksonCodecs standard() {
        return new JacksonCodecs(StandardMapper.build());
    }

    /**
     * Uses this mapper. A mapper that rounds decimals, converts times to another zone or refuses unknown properties
     * replays other outcomes than those recorded; {@link #standard} lists what matters.
     */
    public static JacksonCodecs of(JsonMapper mapper) {
        return new JacksonCodecs(Objects.requireNonNull(mapper, "mapper"));
    }

    /**
     * {@inheritDoc}
     *
     * <p>A type must be readable, too. For a payload that can only be written, pass
     * {@link dev.oncemore.once.Payload#json(byte[])} instead.
     */
    @Override
    public <T> Codec<T> of(Class<T> type) {
        return of(mapper.constructType(declared(type)));
    }

    /** An enum constant with a body has its own class, which is not the declared type. */
    private static Class<?> declared(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return above != null && above.isEnum() ? above : type;
    }

    /**
     * Returns the codec of a generic type: {@code of(new TypeReference<List<Invoice>>() {})}.
     *
     * @throws IllegalArgumentException if it cannot be stored as JSON; the message states why
     */
    public <T> Codec<T> of(TypeReference<T> type) {
        return of(mapper.constructType(type.getType()));
    }

    /**
     * Returns the codec of a type known only at run time; the caller must ensure that {@code T} is that type.
     *
     * @throws IllegalArgumentException if it cannot be stored as JSON; the message states why
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
