package dev.oncemore.jdbc.internal.task;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Headers as one text: each name and value with its length before it, so that nothing in them needs to be escaped. */
final class HeaderText {
    private HeaderText() {}

    static String of(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        new TreeMap<>(headers).forEach((name, value) -> {
            append(text, name);
            append(text, value);
        });
        return text.toString();
    }

    private static void append(StringBuilder text, String part) {
        text.append(part.length()).append(':').append(part);
    }

    static Map<String, String> read(String text) {
        Map<String, String> headers = new LinkedHashMap<>();
        int at = 0;
        while (at < text.length()) {
            int nameStart = text.indexOf(':', at) + 1;
            int nameEnd = nameStart + Integer.parseInt(text, at, nameStart - 1, 10);
            int valueStart = text.indexOf(':', nameEnd) + 1;
            int valueEnd = valueStart + Integer.parseInt(text, nameEnd, valueStart - 1, 10);
            headers.put(text.substring(nameStart, nameEnd), text.substring(valueStart, valueEnd));
            at = valueEnd;
        }
        return headers;
    }
}
