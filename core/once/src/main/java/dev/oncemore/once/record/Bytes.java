package dev.oncemore.once.record;

import dev.oncemore.internal.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes that nobody can change any more, compared by content. */
public final class Bytes {
    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** A copy of these. */
    public static Bytes of(byte[] content) {
        return new Bytes(content.clone());
    }

    /**
     * The UTF-8 form of a text.
     *
     * @throws IllegalArgumentException when it has half a surrogate pair, which UTF-8 cannot say
     */
    public static Bytes ofText(String text) {
        return new Bytes(Text.requireWellFormed("text", text).getBytes(StandardCharsets.UTF_8));
    }

    /** A copy of the content. */
    public byte[] toArray() {
        return content.clone();
    }

    /** How many there are. */
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

    /** Not the content: that may be anybody's secret. */
    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
