package dev.oncemore.jackson2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.oncemore.json.JsonFailures;
import dev.oncemore.once.Codec;
import java.io.IOException;

/** The JSON codec of one type. Null is a valid value. */
final class Jackson2Codec<T> implements Codec<T> {
    private final String name;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    Jackson2Codec(ObjectMapper mapper, JavaType type) {
        name = type.toCanonical();
        writer = mapper.writerFor(type);
        reader = mapper.readerFor(type);
    }

    @Override
    public byte[] encode(T value) {
        try {
            return writer.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw JsonFailures.unwritable(name, e.getOriginalMessage(), e);
        }
    }

    @Override
    public T decode(byte[] bytes) {
        try {
            return reader.readValue(bytes);
        } catch (JsonMappingException e) {
            throw JsonFailures.unreadable(name, e.getPath().isEmpty() ? "" : e.getPathReference(), e);
        } catch (IOException e) {
            throw JsonFailures.unreadable(name, "", e);
        }
    }
}
