package dev.oncemore.once.record;

import dev.oncemore.internal.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Immutable bytes, compared by content. */
public final class Bytes {
    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** Copies these bytes. */
    public static Bytes of(byte[] content) {
        return new Bytes(content.clone());
    }

    /**
     * The UTF-8 form of a text.
     *
     * @throws IllegalArgumentException if it has an unpaired surrogate, which UTF-8 cannot represent
     */
    public static Bytes ofText(String text) {
        return new Bytes(Text.requireWellFormed("text", text).getBytes(StandardCharsets.UTF_8));
    }

    /** A copy of the content. */
    public byte[] toArray() {
        return content.clone();
    }

    /** The number of bytes. */
    public int size() {
        return content.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bytes that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /** Omits the content, which may be confidential. */
    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
