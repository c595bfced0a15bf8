package dev.oncemore.server.access;

import io.javalin.http.Context;
import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells whether a browser sent a request because of a page of another site. */
final class CrossSite {
    private CrossSite() {}

    /** Whether it did; programs other than browsers say nothing about sites. */
    static boolean isCrossSite(Context context) {
        String site = context.header("Sec-Fetch-Site");
        if (site != null) {
            return !site.equals("same-origin") && !site.equals("none");
        }
        String origin = context.header("Origin");
        return origin != null && !authority(origin).equals(host(context.header("Host")));
    }

    /** A proxy in front may have taken TLS away: only host and port are compared. */
    private static String authority(String origin) {
        try {
            URI uri = URI.create(origin);
            String found = uri.getRawAuthority();
            return found == null ? "?" : host(found);
        } catch (IllegalArgumentException e) {
            return "?";
        }
    }

    private static String host(@Nullable String authority) {
        return authority == null ? "" : authority.toLowerCase(Locale.ROOT).replaceFirst(":(80|443)$", "");
    }
}
