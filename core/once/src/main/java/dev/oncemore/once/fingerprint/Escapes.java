package dev.oncemore.once.fingerprint;

import java.util.Arrays;

/** Writes characters in canonical spelling: escaped only if necessary, in the short form if there is one. */
final class Escapes {
    private static final int LONGEST_BYTES = 6;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    private Escapes() {}

    /** Whether a backslash and this letter are a short escape of the canonical spelling. */
    static boolean isShort(byte letter) {
        return switch (letter) {
            case '"', '\\', 'b', 't', 'n', 'f', 'r' -> true;
            default -> false;
        };
    }

    /** The canonical spelling of a text, without the quotes. */
    static byte[] spell(String text) {
        byte[] utf8 = Utf8.encode("JSON pointer", text);
        byte[] out = new byte[utf8.length * LONGEST_BYTES];
        int o = 0;
        for (byte b : utf8) {
            o = b < 0 ? putPlain(b, out, o) : put(b, out, o);
        }
        return Arrays.copyOf(out, o);
    }

    /** Writes a character and returns the index after it. */
    static int put(int codePoint, byte[] out, int at) {
        return switch (codePoint) {
            case '"', '\\' -> putShort(codePoint, out, at);
            case '\b' -> putShort('b', out, at);
            case '\t' -> putShort('t', out, at);
            case '\n' -> putShort('n', out, at);
            case '\f' -> putShort('f', out, at);
            case '\r' -> putShort('r', out, at);
            default -> {
                if (codePoint < ' ') {
                    yield putLong(codePoint, out, at);
                }
                yield codePoint < 0x80 ? putPlain(codePoint, out, at) : Utf8.put(codePoint, out, at);
            }
        };
    }

    private static int putPlain(int b, byte[] out, int at) {
        out[at] = (byte) b;
        return at + 1;
    }

    private static int putShort(int letter, byte[] out, int at) {
        out[at] = '\\';
        out[at + 1] = (byte) letter;
        return at + 2;
    }

    private static int putLong(int control, byte[] out, int at) {
        int o = putShort('u', out, at);
        out[o++] = '0';
        out[o++] = '0';
        out[o++] = HEX[control >> 4];
        out[o++] = HEX[control & 0xf];
        return o;
    }
}
