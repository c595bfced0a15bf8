package dev.oncemore.once;

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

    /** Text as UTF-8. */
    static Codec<String> text() {
        return of(text -> text.getBytes(StandardCharsets.UTF_8), bytes -> new String(bytes, StandardCharsets.UTF_8));
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
