package dev.oncemore.http.serve;

import jakarta.servlet.http.HttpServletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A copy of a response's headers, and how to set them again. */
final class HeaderLines {
    static final String CONTENT_TYPE = "Content-Type";

    private static final String SET_COOKIE = "Set-Cookie";

    private HeaderLines() {}

    static Map<String, List<String>> of(HttpServletResponse response) {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : response.getHeaderNames()) {
            copy.put(name, new ArrayList<>(response.getHeaders(name)));
        }
        String type = response.getContentType();
        if (type != null) {
            copy.put(CONTENT_TYPE, new ArrayList<>(List.of(type)));
        }
        return copy;
    }

    /** Replaces the headers of these names and leaves others alone. Cookies are added, because each is a line. */
    static void write(Map<String, List<String>> headers, HttpServletResponse response) {
        headers.forEach((name, values) -> {
            if (name.equalsIgnoreCase(CONTENT_TYPE)) {
                values.forEach(response::setContentType);
            } else if (name.equalsIgnoreCase(SET_COOKIE)) {
                values.stream()
                        .filter(value -> !response.getHeaders(SET_COOKIE).contains(value))
                        .forEach(value -> response.addHeader(SET_COOKIE, value));
            } else {
                response.setHeader(name, values.get(0));
                values.stream().skip(1).forEach(value -> response.addHeader(name, value));
            }
        });
    }

    /** Resets a response for another one, with the headers from before and those of the application that remain. */
    static void restart(HttpServletResponse response, Map<String, List<String>> before, Set<String> remaining) {
        Map<String, List<String>> stay = of(response);
        stay.keySet().retainAll(remaining);
        stay.putAll(before);
        response.reset();
        write(stay, response);
    }
}
