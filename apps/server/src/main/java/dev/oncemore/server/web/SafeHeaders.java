package dev.oncemore.server.web;

import org.eclipse.jetty.http.HttpFields;

/** Tells browsers to trust this server's pages only as far as necessary. */
public final class SafeHeaders {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    /** A year, without subdomains: they may have no TLS. */
    private static final String TLS_ONLY = "max-age=31536000";

    private SafeHeaders() {}

    /**
     * Adds the headers; called for every response, including those of Jetty itself.
     *
     * @param isSecure whether the browser's connection is encrypted, so that it may be told to use only TLS
     */
    public static void add(HttpFields.Mutable headers, String path, boolean isSecure) {
        headers.put("Content-Security-Policy", POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        if (isSecure) {
            headers.put("Strict-Transport-Security", TLS_ONLY);
        }
        if (!path.startsWith("/assets/")) {
            headers.put("Cache-Control", "no-store");
        }
    }
}
