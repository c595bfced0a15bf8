package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
    private int open;

    TagScanner(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Copies up to the next tag and reads it; false at the end of the file. */
    boolean next() throws IOException {
        while (at < end || fill()) {
            int from = at;
            while (at < end && buffer[at] != '<') {
                at++;
            }
            out.write(buffer, from, at - from);
            if (at < end) {
                at++;
                readTag();
                count();
                return true;
            }
        }
        return false;
    }

    /** Takes the text up to the next tag instead of copying it; what is longer is not read any further. */
    String takeText(int max) throws IOException {
        StringBuilder bytes = new StringBuilder();
        while ((at < end || fill()) && buffer[at] != '<') {
            if (bytes.length() == max) {
                throw Archive.broken(new IOException("a text of more than " + max + " bytes"));
            }
            bytes.append((char) (buffer[at++] & 0xFF));
        }
        return new String(bytes.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    private void count() {
        if (isStart() && !isClosed()) {
            open++;
        } else if (isEnd()) {
            open--;
        }
    }

    private void readTag() throws IOException {
        length = 0;
        keep('<');
        int quote = 0;
        while (at < end || fill()) {
            int b = buffer[at++];
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

    /** Whether it starts an element, which may end at once. */
    boolean isStart() {
        return tag[1] != '/' && tag[1] != '!' && tag[1] != '?';
    }

    boolean isEnd() {
        return tag[1] == '/';
    }

    /** Whether the element that it starts has no content. */
    boolean isClosed() {
        return tag[length - 2] == '/';
    }

    /** How many elements are open around this one; none around the outermost. */
    int depth() {
        return isStart() && !isClosed() ? open - 1 : open;
    }

    /** Whether the tag starts, or on request ends, an element with this local name. */
    boolean is(String name, boolean wantsEnd) {
        if (wantsEnd ? !isEnd() : !isStart()) {
            return false;
        }
        int from = localFrom();
        return from + name.length() < length && matches(name, from) && isNameEnd(tag[from + name.length()]);
    }

    /** The local name. */
    String name() {
        int from = localFrom();
        int to = from;
        while (to < length && !isNameEnd(tag[to])) {
            to++;
        }
        return new String(tag, from, to - from, StandardCharsets.UTF_8);
    }

    private int localFrom() {
        int from = isEnd() ? 2 : 1;
        for (int i = from; i < length && !isNameEnd(tag[i]); i++) {
            if (tag[i] == ':') {
                return i + 1;
            }
        }
        return from;
    }

    private static boolean isNameEnd(byte b) {
        return b == ' ' || b == '>' || b == '/' || b == '\t' || b == '\n' || b == '\r';
    }

    /** The prefix with its colon; empty when there is none. */
    String prefix() {
        int from = isEnd() ? 2 : 1;
        return new String(tag, from, localFrom() - from, StandardCharsets.UTF_8);
    }

    /** The value of an attribute without a prefix, as it is written; null if there is none. */
    @Nullable
    String attribute(String name) {
        int i = localFrom();
        while (i < length && !isNameEnd(tag[i])) {
            i++;
        }
        while (i < length) {
            while (i < length && isNameEnd(tag[i])) {
                i++;
            }
            int nameFrom = i;
            while (i < length && tag[i] != '=' && !isNameEnd(tag[i])) {
                i++;
            }
            boolean isIt = i - nameFrom == name.length() && matches(name, nameFrom);
            while (i < length && tag[i] != '"' && tag[i] != '\'') {
                i++;
            }
            int from = i + 1;
            for (i++; i < length && tag[i] != tag[from - 1]; i++) {}
            if (isIt && i < length) {
                return new String(tag, from, i - from, StandardCharsets.UTF_8);
            }
            i++;
        }
        return null;
    }

    String text() {
        return new String(tag, 0, length, StandardCharsets.UTF_8);
    }

    /** The start tag with other values of attributes, which come in pairs with their names; null removes one. */
    String with(@Nullable String... namesAndValues) {
        String text = text();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = String.valueOf(namesAndValues[i]);
            String value = namesAndValues[i + 1];
            String bare = text.replaceFirst("\\s" + name + "\\s*=\\s*(\"[^\"]*\"|'[^']*')", "");
            int close = bare.length() - (isClosed() ? 2 : 1);
            text = value == null
                    ? bare
                    : bare.substring(0, close).stripTrailing() + " " + name + "=\"" + value + "\""
                            + bare.substring(close);
        }
        return text;
    }

    /** Writes the tag as it is. */
    void copy() throws IOException {
        out.write(tag, 0, length);
    }

    void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
