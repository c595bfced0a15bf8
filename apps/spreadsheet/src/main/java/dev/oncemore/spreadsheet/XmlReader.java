package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads XML element by element within fixed memory: one tag, one text and the names of open elements, each with a bound.
 * General parsers keep every name that they have seen, and attributes and texts of any length. Names are local, because
 * prefixes and dialects differ. Document types are refused, so that there are no entities but the five of XML.
 */
final class XmlReader {
    private static final int DEPTH_MAX = 100;
    private static final int BUFFER = 1 << 14;
    private static final String CDATA = "![CDATA[";

    private final Reader in;
    private final char[] buffer = new char[BUFFER];
    private int at;
    private int end;

    private final XmlTag tag = new XmlTag();
    private final String[] open = new String[DEPTH_MAX];
    private int depth;
    private String name = "";
    private boolean isStart;
    private boolean isEndPending;
    private boolean hasElements;

    private XmlReader(Reader in) {
        this.in = in;
    }

    static XmlReader on(InputStream stream) throws IOException {
        PushbackInputStream in = new PushbackInputStream(stream, 2);
        byte[] mark = in.readNBytes(2);
        in.unread(mark);
        boolean isUtf16 = mark.length == 2
                && ((mark[0] == (byte) 0xFE && mark[1] == (byte) 0xFF)
                        || (mark[0] == (byte) 0xFF && mark[1] == (byte) 0xFE));
        Charset charset = isUtf16 ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        // A new decoder reports malformed bytes instead of replacing them.
        return new XmlReader(new InputStreamReader(in, charset.newDecoder()));
    }

    /** Moves to the next start or end of an element; false after the last one. */
    boolean next() throws IOException {
        if (isEndPending) {
            isEndPending = false;
            isStart = false;
            name = open[--depth];
            return true;
        }
        while (skipText()) {
            if (readMarkup()) {
                return true;
            }
        }
        if (depth > 0 || !hasElements) {
            throw broken("it ends within an element");
        }
        return false;
    }

    /** Whether this is the start of an element, not its end. */
    boolean isStart() {
        return isStart;
    }

    /** The local name of the element. */
    String name() {
        return name;
    }

    /** An attribute of the current start by its local name. */
    @Nullable
    String attribute(String wanted) {
        return tag.attribute(wanted);
    }

    /** Moves to the next attribute of the current start and returns its local name; null after the last one. */
    @Nullable
    String nextAttribute() {
        return tag.nextAttribute();
    }

    /** The value of the attribute that {@link #nextAttribute} found. */
    String value() {
        return tag.value();
    }

    /**
     * The text of the element that has just started; its end comes next.
     *
     * @param max characters beyond this one are read, but not kept
     */
    String text(int max) throws IOException {
        if (isEndPending) {
            return "";
        }
        String only = shortText(max);
        return only != null ? only : longText(max);
    }

    /** The text when all of it is in the buffer and plain, as it nearly always is. */
    private @Nullable String shortText(int max) throws IOException {
        if (at == end && !fill()) {
            throw broken("it ends within a text");
        }
        for (int i = at; i < end && i - at <= max; i++) {
            char c = buffer[i];
            if (c == '<') {
                if (i + 1 < end && buffer[i + 1] == '/') {
                    String text = new String(buffer, at, i - at);
                    at = i + 1;
                    readTag();
                    return text;
                }
                return null;
            }
            if (c == '&' || c == '\r') {
                return null;
            }
        }
        return null;
    }

    private String longText(int max) throws IOException {
        StringBuilder text = new StringBuilder();
        while (true) {
            int c = read();
            if (c == '<') {
                if (peek() == '!' || peek() == '?') {
                    skipSpecial(text, max);
                } else {
                    readTag();
                    if (isStart) {
                        throw broken("an element within a text");
                    }
                    return text.toString();
                }
            } else if (c == '&') {
                keep(text, XmlTag.reference(readReference()), max);
            } else if (c == '\r') {
                if (peek() != '\n') {
                    keep(text, '\n', max);
                }
            } else if (c >= 0) {
                keep(text, c, max);
            } else {
                throw broken("it ends within a text");
            }
        }
    }

    private static void keep(StringBuilder text, int c, int max) {
        if (text.length() < max) {
            text.appendCodePoint(c);
        }
    }

    private String readReference() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = read(); c != ';'; c = read()) {
            if (c < 0 || text.length() > XmlTag.REFERENCE_MAX) {
                throw broken("a reference without an end");
            }
            text.append((char) c);
        }
        return text.toString();
    }

    /** Moves behind the next opening bracket; false at the end of the file. */
    private boolean skipText() throws IOException {
        do {
            while (at < end) {
                if (buffer[at++] == '<') {
                    return true;
                }
            }
        } while (fill());
        return false;
    }

    /** Reads what follows an opening bracket; false for what is no element. */
    private boolean readMarkup() throws IOException {
        if (peek() == '!' || peek() == '?') {
            skipSpecial(null, 0);
            return false;
        }
        readTag();
        // A tag's end is told before anything else, unless it is that of an element without content.
        if (!isStart) {
            isEndPending = false;
            name = open[--depth];
        }
        return true;
    }

    /** Reads a tag up to its closing bracket. After an end tag the element is still open, with its end pending. */
    private void readTag() throws IOException {
        tag.clear();
        int quote = 0;
        for (int c = read(); c != '>' || quote != 0; c = read()) {
            if (c < 0) {
                throw broken("a tag without an end");
            }
            if (quote == 0 ? c == '"' || c == '\'' : c == quote) {
                quote = quote == 0 ? c : 0;
            }
            tag.add((char) c);
        }
        if (tag.isEnd()) {
            isStart = false;
            if (depth == 0 || !tag.name().equals(open[depth - 1])) {
                throw broken("an end without its start");
            }
            isEndPending = true;
            return;
        }
        isStart = true;
        hasElements = true;
        name = tag.name();
        if (name.isEmpty() || depth == DEPTH_MAX) {
            throw broken(depth == DEPTH_MAX ? "more than " + DEPTH_MAX + " elements within each other" : "no name");
        }
        open[depth++] = name;
        isEndPending = tag.isClosed();
    }

    /** Skips a comment or instruction, and adds character data to the text, if there is one. */
    private void skipSpecial(@Nullable StringBuilder text, int max) throws IOException {
        if (read() == '?') {
            skipTo("?>", null, 0);
        } else if (peek() == '-') {
            expect("--");
            skipTo("-->", null, 0);
        } else {
            expect(CDATA.substring(1));
            skipTo("]]>", text, max);
        }
    }

    private void expect(String wanted) throws IOException {
        for (int i = 0; i < wanted.length(); i++) {
            if (read() != wanted.charAt(i)) {
                throw broken("a document type");
            }
        }
    }

    /** Skips to a mark, which is one character several times and then a bracket, and adds what is before it to the text. */
    private void skipTo(String mark, @Nullable StringBuilder text, int max) throws IOException {
        int repeated = mark.charAt(0);
        int least = mark.length() - 1;
        int run = 0;
        for (int c = read(); c != '>' || run < least; c = read()) {
            if (c < 0) {
                throw broken("no " + mark);
            }
            if (c == repeated) {
                run++;
            } else {
                keep(text, repeated, run, max);
                keep(text, c, 1, max);
                run = 0;
            }
        }
        keep(text, repeated, run - least, max);
    }

    private static void keep(@Nullable StringBuilder text, int c, int times, int max) {
        for (int i = 0; text != null && i < times && text.length() < max; i++) {
            text.append((char) c);
        }
    }

    private int read() throws IOException {
        return at < end || fill() ? buffer[at++] : -1;
    }

    private int peek() throws IOException {
        return at < end || fill() ? buffer[at] : -1;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        return end > 0;
    }

    static IllegalArgumentException broken(String what) {
        return Archive.broken(new IOException(Objects.requireNonNull(what)));
    }
}
