package dev.oncemore.server.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Names as parts of addresses. */
public final class Paths {
    private Paths() {}

    /** A name as one part of a path, or as a value of a query: a space is not written as +, which in a path is a plus sign. */
    public static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
