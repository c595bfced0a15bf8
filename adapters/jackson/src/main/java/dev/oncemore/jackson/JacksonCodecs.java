package dev.oncemore.jackson;

import dev.oncemore.json.Remembered;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Codecs;
import java.util.Objects;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Codecs for all types that JSON can represent, in UTF-8, with Jackson 3.1 or later; {@code oncemore-jackson2} has the
 * same for Jackson 2. Both read what the other has written.
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
    private final JsonMapper mapper;
    private final Remembered<JavaType, JsonCodec<?>> checked = new Remembered<>();

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

    /** These codecs with one more Jackson module: {@code JacksonCodecs.standard().with(KotlinModuleKt.kotlinModule())}. */
    public JacksonCodecs with(JacksonModule module) {
        return new JacksonCodecs(mapper.rebuild().addModule(module).build());
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
        return of(mapper.constructType(Remembered.declared(type)));
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
        return (Codec<T>) checked.get(type, this::check);
    }

    private JsonCodec<?> check(JavaType type) {
        new TypeCheck(mapper, type).requireKeepable();
        return new JsonCodec<>(mapper, type);
    }
}
