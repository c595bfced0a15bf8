package dev.oncemore.jackson;

import dev.oncemore.json.JsonFailures;
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
            throw JsonFailures.unwritable(name, e.getOriginalMessage(), e);
        }
    }

    @Override
    public T decode(byte[] bytes) {
        try {
            return reader.readValue(bytes);
        } catch (JacksonException e) {
            throw JsonFailures.unreadable(name, e.getPath().isEmpty() ? "" : e.getPathReference(), e);
        }
    }
}
