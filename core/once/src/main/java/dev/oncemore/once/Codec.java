package dev.oncemore.once;

import dev.oncemore.once.record.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * Turns a value into bytes and back, so that an outcome can be kept and replayed.
 *
 * @param <T> the value
 */
public interface Codec<T> {
    /** The bytes to keep. */
    byte[] encode(T value);

    /** The value that was kept. */
    T decode(byte[] bytes);

    /** Bytes as they are. */
    static Codec<byte[]> bytes() {
        return of(byte[]::clone, byte[]::clone);
    }

    /** Text as UTF-8. Half a surrogate pair is refused: what is replayed must be what was returned. */
    static Codec<String> text() {
        return of(text -> Bytes.ofText(text).toArray(), bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** A codec of two functions. */
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
