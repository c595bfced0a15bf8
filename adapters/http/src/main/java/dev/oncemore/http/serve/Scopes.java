package dev.oncemore.http.serve;

import dev.oncemore.once.record.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Makes scopes of callers and routes. What a scope cannot hold as it is, is told apart by a hash. */
final class Scopes {
    private static final int PART_LENGTH_MAX = 80;
    private static final int READABLE_LENGTH = 13;

    private Scopes() {}

    /** The caller's keys of one route. */
    static Scope of(Caller caller, HttpServletRequest request) {
        return Scope.of(part(caller.tenant()), principal(caller), part(route(request)));
    }

    /** Method and path, as the container understood it: decoded, and without path parameters such as a session's id. */
    static String route(HttpServletRequest request) {
        String rest = request.getPathInfo();
        return request.getMethod() + " " + request.getContextPath() + request.getServletPath()
                + (rest == null ? "" : rest);
    }

    private static String principal(Caller caller) {
        return caller.principal().equals(Scope.ANYONE) ? Scope.ANYONE : "=" + part(caller.principal());
    }

    /** Slashes and percent signs grow when a scope is written, and {@code >} and {@code ~} have a meaning. */
    private static String part(String text) {
        StringBuilder plain = new StringBuilder();
        int written = 0;
        boolean exact = true;
        for (int i = 0; i < text.length() && written < PART_LENGTH_MAX; i++) {
            char c = text.charAt(i);
            boolean printable = c >= ' ' && c < '~' && c != '>';
            exact &= printable;
            plain.append(printable ? c : '_');
            written += c == '/' || c == '%' ? 3 : 1;
        }
        if (exact && plain.length() == text.length() && written < PART_LENGTH_MAX) {
            return text;
        }
        int readable = Math.min(READABLE_LENGTH, plain.length());
        return plain.substring(0, readable) + "~" + hash(text);
    }

    private static String hash(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
