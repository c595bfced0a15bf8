package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Scans XML tag by tag and copies the text between. It works on bytes, because in UTF-8 those of brackets and quotes are unambiguous. */
final class TagScanner {
    private static final int TAG_MAX = 1 << 16;

    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private byte[] tag = new byte[256];
    private int length;

    TagScanner(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Copies up to the next tag and reads it; false at the end of the file. */
    boolean next() throws IOException {
        int b;
        while ((b = read()) >= 0) {
            if (b == '<') {
                readTag();
                return true;
            }
            out.write(b);
        }
        return false;
    }

    private int read() throws IOException {
        if (at == end) {
            end = in.read(buffer);
            at = 0;
            if (end <= 0) {
                end = 0;
                return -1;
            }
        }
        return buffer[at++] & 0xFF;
    }

    private void readTag() throws IOException {
        length = 0;
        keep('<');
        int quote = 0;
        int b;
        while ((b = read()) >= 0) {
            keep(b);
            if (tag[1] == '!' || tag[1] == '?') {
                if (b == '>' && isSpecialDone()) {
                    return;
                }
            } else if (quote != 0) {
                quote = b == quote ? 0 : quote;
            } else if (b == '"' || b == '\'') {
                quote = b;
            } else if (b == '>') {
                return;
            }
        }
        throw Archive.broken(new IOException("a tag without an end"));
    }

    private void keep(int b) {
        if (length == tag.length) {
            if (length >= TAG_MAX) {
                throw Archive.broken(new IOException("a tag without an end"));
            }
            tag = Arrays.copyOf(tag, 2 * length);
        }
        tag[length++] = (byte) b;
    }

    /** Skips comments, character data and instructions, which have their own end marks. */
    private boolean isSpecialDone() {
        if (startsWith("<!--")) {
            return length >= 7 && endsWith("-->");
        }
        if (startsWith("<![CDATA[")) {
            return endsWith("]]>");
        }
        return tag[1] != '?' || endsWith("?>");
    }

    private boolean startsWith(String text) {
        return length >= text.length() && matches(text, 0);
    }

    private boolean endsWith(String text) {
        return length >= text.length() && matches(text, length - text.length());
    }

    private boolean matches(String text, int from) {
        for (int i = 0; i < text.length(); i++) {
            if (tag[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the tag starts, or on request ends, an element with this local name. */
    boolean is(String name, boolean isEnd) {
        int from = isEnd ? 2 : 1;
        if (isEnd != (tag[1] == '/')) {
            return false;
        }
        for (int i = from; i < length; i++) {
            byte b = tag[i];
            if (b == ':') {
                from = i + 1;
            } else if (b == ' ' || b == '>' || b == '/' || b == '\t' || b == '\n' || b == '\r') {
                return i - from == name.length() && matches(name, from);
            }
        }
        return false;
    }

    /** The prefix with its colon; empty when there is none. */
    String prefix() {
        String text = text();
        int start = text.charAt(1) == '/' ? 2 : 1;
        int colon = text.indexOf(':');
        int gap = text.indexOf(' ');
        return colon > 0 && (gap < 0 || colon < gap) ? text.substring(start, colon + 1) : "";
    }

    String text() {
        return new String(tag, 0, length, StandardCharsets.UTF_8);
    }

    /** Writes the tag as it is. */
    void copy() throws IOException {
        out.write(tag, 0, length);
    }

    void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
