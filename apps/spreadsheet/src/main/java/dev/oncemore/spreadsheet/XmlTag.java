package dev.oncemore.spreadsheet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What stands between the brackets of a tag: a name and attributes, within a bound. */
final class XmlTag {
    /** The longest reference to a character, such as #x10FFFF. */
    static final int REFERENCE_MAX = 10;

    private static final int TAG_MAX = 1 << 16;
    private static final int NAMES = 256;

    private char[] tag = new char[256];
    private int length;
    /** Recently seen names, so that the usual ones are made once. */
    private final String[] names = new String[NAMES];

    private int attributesAt;
    private int valueFrom;
    private int valueTo;

    void clear() {
        length = 0;
    }

    void add(char c) {
        if (length == tag.length) {
            if (length >= TAG_MAX) {
                throw XmlReader.broken("a tag of more than " + TAG_MAX + " characters");
            }
            tag = Arrays.copyOf(tag, 2 * length);
        }
        tag[length++] = c;
    }

    /** Whether it ends an element. */
    boolean isEnd() {
        return length > 0 && tag[0] == '/';
    }

    /** Whether it is an element without content. */
    boolean isClosed() {
        return length > 0 && tag[length - 1] == '/';
    }

    /** The local name; the attributes begin behind it. */
    String name() {
        int from = isEnd() ? 1 : 0;
        attributesAt = nameEnd(from);
        return local(from, attributesAt);
    }

    /** An attribute of the current start by its local name. */
    @Nullable
    String attribute(String wanted) {
        attributesAt = nameEnd(0);
        for (String found = nextAttribute(); found != null; found = nextAttribute()) {
            if (found.equals(wanted)) {
                return value();
            }
        }
        return null;
    }

    /** Moves to the next attribute of the current start and returns its local name; null after the last one. */
    @Nullable
    String nextAttribute() {
        int i = skipSpace(attributesAt);
        if (i >= length || tag[i] == '/') {
            return null;
        }
        int from = i;
        while (i < length && tag[i] != '=' && !isSpace(tag[i])) {
            i++;
        }
        String found = local(from, i);
        i = skipSpace(i);
        if (i + 1 >= length || tag[i] != '=') {
            throw XmlReader.broken("an attribute without a value");
        }
        i = skipSpace(i + 1);
        char quote = i < length ? tag[i] : ' ';
        if (quote != '"' && quote != '\'') {
            throw XmlReader.broken("an attribute without quotes");
        }
        valueFrom = ++i;
        while (i < length && tag[i] != quote) {
            i++;
        }
        if (i == length) {
            throw XmlReader.broken("an attribute without an end");
        }
        valueTo = i;
        attributesAt = i + 1;
        return found;
    }

    /** The value of the attribute that {@link #nextAttribute} found. */
    String value() {
        for (int i = valueFrom; i < valueTo; i++) {
            if (tag[i] == '&' || tag[i] < ' ') {
                return unescaped(i);
            }
        }
        return new String(tag, valueFrom, valueTo - valueFrom);
    }

    private String unescaped(int from) {
        StringBuilder text = new StringBuilder(valueTo - valueFrom);
        text.append(tag, valueFrom, from - valueFrom);
        int i = from;
        while (i < valueTo) {
            char c = tag[i++];
            if (c == '&') {
                int semicolon = i;
                while (semicolon < valueTo && tag[semicolon] != ';' && semicolon - i <= REFERENCE_MAX) {
                    semicolon++;
                }
                if (semicolon >= valueTo) {
                    throw XmlReader.broken("a reference without an end");
                }
                text.appendCodePoint(reference(new String(tag, i, semicolon - i)));
                i = semicolon + 1;
            } else {
                text.append(c < ' ' ? ' ' : c);
            }
        }
        return text.toString();
    }

    /** The character that a reference without its signs stands for. */
    static int reference(String text) {
        return switch (text) {
            case "amp" -> '&';
            case "lt" -> '<';
            case "gt" -> '>';
            case "quot" -> '"';
            case "apos" -> '\'';
            default -> codePoint(text);
        };
    }

    private static int codePoint(String text) {
        try {
            boolean isHex = text.startsWith("#x");
            int code = text.startsWith("#") ? Integer.parseInt(text.substring(isHex ? 2 : 1), isHex ? 16 : 10) : 0;
            if (code > 0 && code <= Character.MAX_CODE_POINT) {
                return code;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw XmlReader.broken("the unknown reference &" + text + ";");
    }

    private int nameEnd(int from) {
        int i = from;
        while (i < length && tag[i] != '/' && !isSpace(tag[i])) {
            i++;
        }
        return i;
    }

    private int skipSpace(int from) {
        int i = from;
        while (i < length && isSpace(tag[i])) {
            i++;
        }
        return i;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    /** The name without its prefix. */
    private String local(int from, int to) {
        int start = from;
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = tag[i] == ':' ? 0 : 31 * hash + tag[i];
            start = tag[i] == ':' ? i + 1 : start;
        }
        int place = (hash ^ (hash >>> 8)) & (NAMES - 1);
        String known = names[place];
        if (known == null || !isAt(known, start, to)) {
            known = new String(tag, start, to - start);
            names[place] = known;
        }
        return known;
    }

    private boolean isAt(String text, int from, int to) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != tag[from + i]) {
                return false;
            }
        }
        return true;
    }
}
