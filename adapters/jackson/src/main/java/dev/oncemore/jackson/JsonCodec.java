package dev.oncemore.jackson;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.Codec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** The JSON codec of one type. Null is a valid value. */
final class JsonCodec<T> implements Codec<T> {
    private final String name;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    JsonCodec(JsonMapper mapper, JavaType type) {
        name = type.toCanonical();
        writer = mapper.writerFor(type);
        reader = mapper.readerFor(type);
    }

    @Override
    public byte[] encode(T value) {
        try {
            return writer.writeValueAsBytes(value);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "a value of " + name + " cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** The message names the position but not the content, which may be confidential. */
    @Override
    public T decode(byte[] bytes) {
        try {
            return reader.readValue(bytes);
        } catch (JacksonException e) {
            throw new OncemoreException(
                    "the stored value cannot be read as " + name + " ("
                            + e.getClass().getSimpleName() + " at "
                            + (e.getPath().isEmpty() ? "the top" : e.getPathReference())
                            + "); it may have been written as another type; properties may be added or removed, but must keep their types",
                    e);
        }
    }
}
