package dev.oncemore.once;

import dev.oncemore.once.record.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * Converts a value to bytes and back, so that an outcome can be stored and replayed.
 *
 * @param <T> the type of the value
 */
public interface Codec<T> {
    /** Encodes a value for storage. */
    byte[] encode(T value);

    /** Decodes a stored value. */
    T decode(byte[] bytes);

    /** Stores bytes unchanged. */
    static Codec<byte[]> bytes() {
        return of(byte[]::clone, byte[]::clone);
    }

    /** Stores text as UTF-8. An unpaired surrogate is refused: the replayed value must equal the returned one. */
    static Codec<String> text() {
        return of(text -> Bytes.ofText(text).toArray(), bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Creates a codec from two functions. */
    static <T> Codec<T> of(Function<T, byte[]> encode, Function<byte[], T> decode) {
        return new Codec<>() {
            @Override
            public byte[] encode(T value) {
                return encode.apply(value);
            }

            @Override
            public T decode(byte[] bytes) {
                return decode.apply(bytes);
            }
        };
    }
}
