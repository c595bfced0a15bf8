package dev.oncemore.server.web;

import io.javalin.http.Context;

/** Tells browsers to trust this server's pages only as far as necessary. */
public final class SafeHeaders {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private SafeHeaders() {}

    /** On every answer. */
    public static void add(Context context) {
        context.header("Content-Security-Policy", POLICY);
        context.header("X-Content-Type-Options", "nosniff");
        context.header("X-Frame-Options", "DENY");
        context.header("Referrer-Policy", "same-origin");
        context.header("Cross-Origin-Opener-Policy", "same-origin");
        if (!context.path().startsWith("/assets/")) {
            context.header("Cache-Control", "no-store");
        }
    }
}
