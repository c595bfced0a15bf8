package dev.oncemore.jackson;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.Codec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** One type as JSON. Null is a value too. */
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

    /** The message tells the place and not what stood there, which may be anybody's secret. */
    @Override
    public T decode(byte[] bytes) {
        try {
            return reader.readValue(bytes);
        } catch (JacksonException e) {
            throw new OncemoreException(
                    "what was kept cannot be read as " + name + " ("
                            + e.getClass().getSimpleName() + " at "
                            + (e.getPath().isEmpty() ? "the top" : e.getPathReference())
                            + "); was it written as another type? Properties may come and go, but must keep their types",
                    e);
        }
    }
}
