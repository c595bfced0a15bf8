package dev.oncemore.server.web;

import dev.oncemore.once.record.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Bytes that may be text. */
public final class Utf8 {
    private Utf8() {}

    /** The text that these bytes are, if they are text. */
    public static Optional<String> text(Bytes bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toArray()))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The text, if a form can return it unchanged: control characters would be lost. */
    public static Optional<String> readable(Bytes bytes) {
        return text(bytes)
                .filter(text ->
                        text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t'));
    }
}
