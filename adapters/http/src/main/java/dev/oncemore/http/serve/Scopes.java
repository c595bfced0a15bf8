package dev.oncemore.http.serve;

import dev.oncemore.once.record.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Builds scopes from callers and routes. Names that a scope cannot hold are replaced by a hash. */
final class Scopes {
    private static final int PART_LENGTH_MAX = 80;
    private static final int READABLE_LENGTH = 13;
    private static final Pattern AMBIGUOUS = Pattern.compile("%2[fF5]");

    private Scopes() {}

    /** The scope of a caller's keys for one route. */
    static Scope of(Caller caller, HttpServletRequest request) {
        return Scope.of(part(caller.tenant()), principal(caller), part(route(request)));
    }

    /**
     * The method and the path as parsed by the container: decoded, without path parameters such as a session id. A path with an
     * encoded slash or percent sign, which containers refuse to decode, is taken as it was sent.
     */
    static String route(HttpServletRequest request) {
        String sent = request.getRequestURI();
        if (AMBIGUOUS.matcher(sent).find()) {
            return request.getMethod() + " " + sent;
        }
        String rest = request.getPathInfo();
        return request.getMethod() + " " + request.getContextPath() + request.getServletPath()
                + (rest == null ? "" : rest);
    }

    private static String principal(Caller caller) {
        return caller.principal().equals(Scope.ANYONE) ? Scope.ANYONE : "=" + part(caller.principal());
    }

    /** Slashes and percent signs are escaped in a scope, and {@code >} and {@code ~} have a special meaning. */
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
