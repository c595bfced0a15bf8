package dev.oncemore.spreadsheet;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Detects files joined from several, of which some lines are UTF-8 and others are not. */
final class MixedEncodings {
    /** A single pair of bytes may look like UTF-8 by chance. */
    private static final int CHANCE = 4;

    private static final int BUFFER = 1_024;

    private MixedEncodings() {}

    /** Refuses such a file, because any single encoding would garble some names unnoticed. */
    static void refuse(byte[] bytes) {
        int line = 0;
        int firstOther = 0;
        int firstUtf8 = 0;
        int start = 0;
        int certain = 0;
        // One for all lines, and without exceptions: there may be millions.
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer out = CharBuffer.allocate(BUFFER);
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length || bytes[i] == '\n') {
                line++;
                int high = high(bytes, start, i);
                if (high > 0 && isUtf8(decoder, out, bytes, start, i)) {
                    certain += high;
                    firstUtf8 = firstUtf8 == 0 ? line : firstUtf8;
                } else if (high > 0 && firstOther == 0) {
                    firstOther = line;
                }
                start = i + 1;
            }
        }
        if (certain >= CHANCE && firstOther > 0) {
            throw new IllegalArgumentException(
                    "the file mixes encodings: line " + firstUtf8 + " is UTF-8, and line " + firstOther
                            + " is not; open it in a spreadsheet program, correct the names and save it as \"CSV UTF-8\"");
        }
    }

    private static int high(byte[] bytes, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += bytes[i] < 0 ? 1 : 0;
        }
        return count;
    }

    private static boolean isUtf8(CharsetDecoder decoder, CharBuffer out, byte[] bytes, int from, int to) {
        ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
        decoder.reset();
        CoderResult result;
        do {
            out.clear();
            result = decoder.decode(in, out, true);
        } while (result.isOverflow());
        return !result.isError();
    }
}
