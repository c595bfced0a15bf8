package dev.oncemore.jackson2;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oncemore.json.Remembered;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Codecs;
import java.util.Objects;

/**
 * Codecs for all types that JSON can represent, in UTF-8, with Jackson 2.18 or later. They read what those of
 * {@code oncemore-jackson} have written, and the other way round.
 *
 * <pre>{@code
 * OnceSettings settings = OnceSettings.standard().codecs(Jackson2Codecs.standard());
 * }</pre>
 *
 * <p>Keep one and share it: it caches the types that it has checked.
 */
public final class Jackson2Codecs implements Codecs {
    private final ObjectMapper mapper;
    private final Remembered<JavaType, Jackson2Codec<?>> checked = new Remembered<>();

    private Jackson2Codecs(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Exact and stable over time: exact numbers, times in ISO 8601 with offset and zone, enums by name, sorted sets,
     * and properties that may be added or removed. An object without any property is refused, except for a record.
     */
    public static Jackson2Codecs standard() {
        return new Jackson2Codecs(StandardMapper2.build());
    }

    /**
     * Uses this mapper. A mapper that rounds decimals, converts times to another zone or refuses unknown properties
     * replays other outcomes than those recorded, and so does one that is changed after this call.
     */
    public static Jackson2Codecs of(ObjectMapper mapper) {
        return new Jackson2Codecs(Objects.requireNonNull(mapper, "mapper"));
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
        return of(mapper.constructType(type));
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

    private Jackson2Codec<?> check(JavaType type) {
        new TypeCheck2(mapper, type).requireKeepable();
        return new Jackson2Codec<>(mapper, type);
    }
}
