package dev.oncemore.spreadsheet;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Detects the encoding of a text and decodes it without replacement characters. */
public final class Encodings {
    private static final String UTF_8 = "UTF-8";
    private static final String UTF_8_MARKED = "UTF-8 with BOM";

    private static final Charset JAPANESE = Charset.forName("windows-31j");
    private static final Charset WESTERN = Charset.forName("windows-1252");
    private static final List<String> NAMES = List.of(UTF_8, UTF_8_MARKED, "windows-31j", "windows-1252");
    private static final char MARK = '\uFEFF';
    /** This many half-width katakana in a row are words; fewer are more likely accents of a western text. */
    private static final int HALF_WIDTH_WORD = 3;

    private Encodings() {}

    /**
     * A text and its encoding.
     *
     * @param name the encoding's common name
     * @param text without a byte order mark
     */
    record Decoded(String name, String text) {}

    /**
     * Reads bytes as UTF-8 if possible, else as windows-31j or windows-1252.
     *
     * @throws IllegalArgumentException when they are in none of these encodings
     */
    static Decoded decode(byte[] bytes) {
        Optional<String> utf8 = decode(bytes, StandardCharsets.UTF_8);
        if (utf8.isPresent()) {
            String text = utf8.get();
            return text.startsWith(String.valueOf(MARK))
                    ? new Decoded(UTF_8_MARKED, text.substring(1))
                    : new Decoded(UTF_8, text);
        }
        MixedEncodings.refuse(bytes);
        Optional<String> japanese = looksJapanese(bytes) ? decode(bytes, JAPANESE) : Optional.empty();
        if (japanese.isPresent()) {
            return new Decoded("windows-31j", japanese.get());
        }
        return decode(bytes, WESTERN)
                .map(text -> new Decoded("windows-1252", text))
                .orElseThrow(() -> new IllegalArgumentException(
                        "the file is neither UTF-8 nor windows-31j nor windows-1252; save it as \"CSV UTF-8\""));
    }

    /** The names of all supported encodings. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Reads bytes in this encoding.
     *
     * @throws IllegalArgumentException when they are not in this encoding
     */
    static Decoded decode(byte[] bytes, String name) {
        String text = decode(bytes, charset(name))
                .orElseThrow(() -> new IllegalArgumentException("the file cannot be read as " + name
                        + ": some bytes are not valid in it; choose another encoding"));
        boolean isMarked = !text.isEmpty() && text.charAt(0) == MARK;
        return isMarked ? new Decoded(UTF_8_MARKED, text.substring(1)) : new Decoded(name, text);
    }

    /** Encodes texts onto a stream; characters that the encoding lacks become question marks. */
    static Writer writer(OutputStream out, String name) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, charset(name)));
        if (name.equals(UTF_8_MARKED)) {
            writer.write(MARK);
        }
        return writer;
    }

    private static Charset charset(String name) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException(
                    "unknown encoding '" + name + "'; use one of " + String.join(", ", NAMES));
        }
        return name.startsWith(UTF_8) ? StandardCharsets.UTF_8 : Charset.forName(name);
    }

    private static Optional<String> decode(byte[] bytes, Charset charset) {
        try {
            return Optional.of(charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Kana and most kanji begin with a byte below A0, where western texts have few letters; accents are above. */
    private static boolean looksJapanese(byte[] bytes) {
        int japanese = 0;
        int western = 0;
        int halfWidth = 0;
        int i = 0;
        while (i < bytes.length) {
            int b = bytes[i] & 0xFF;
            boolean isHalfWidth = b >= 0xA0 && b <= 0xDF;
            if (!isHalfWidth) {
                japanese += halfWidth >= HALF_WIDTH_WORD ? halfWidth : 0;
                western += halfWidth < HALF_WIDTH_WORD ? halfWidth : 0;
                halfWidth = 0;
            }
            if (isHalfWidth) {
                halfWidth++;
            } else if (b >= 0x81 && b <= 0x9F) {
                japanese++;
                i++;
            } else if (b >= 0xE0) {
                western++;
                i++;
            }
            i++;
        }
        return japanese > western;
    }
}
