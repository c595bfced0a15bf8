package dev.oncemore.server.web;

import org.eclipse.jetty.http.HttpFields;

/** Tells browsers to trust this server's pages only as far as necessary. */
public final class SafeHeaders {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private SafeHeaders() {}

    /** Adds the headers; called for every response, including those of Jetty itself. */
    public static void add(HttpFields.Mutable headers, String path) {
        headers.put("Content-Security-Policy", POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        if (!path.startsWith("/assets/")) {
            headers.put("Cache-Control", "no-store");
        }
    }
}
