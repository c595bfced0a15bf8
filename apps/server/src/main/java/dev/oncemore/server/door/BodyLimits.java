package dev.oncemore.server.door;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How large the body of a request may be, by its address and type. */
final class BodyLimits {
    /** The largest body of all: a sheet. */
    static final int UPLOAD_MAX = 10_000_000;

    /** A name and passwords. */
    private static final int LOGIN_MAX = 8 << 10;

    private static final int FORM_MAX = 256 << 10;
    private static final int JSON_MAX = 1 << 20;
    /** A form with a payload, which is written longer in a form. */
    private static final int PAYLOAD_FORM_MAX = 4 << 20;

    private static final Set<String> UPLOADS = Set.of("/desk/sheets", "/api/sheets");
    private static final Set<String> LOGIN = Set.of("/login", "/logout", "/account/password", "/api/account/password");

    private BodyLimits() {}

    static int of(String asked, @Nullable String contentType) {
        String path = route(asked);
        if (LOGIN.contains(path)) {
            return LOGIN_MAX;
        }
        if (isMultipart(contentType) && UPLOADS.contains(path)) {
            return UPLOAD_MAX;
        }
        if (path.startsWith("/api/")) {
            return JSON_MAX;
        }
        boolean hasPayload = (path.startsWith("/dead/") && path.endsWith("/edit")) || path.equals("/records/resolve");
        return hasPayload ? PAYLOAD_FORM_MAX : FORM_MAX;
    }

    /** Whether a path takes files. */
    static boolean isForUploads(String path) {
        return UPLOADS.contains(route(path));
    }

    /** Routes are found with a slash at the end, too. */
    private static String route(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    static boolean isMultipart(@Nullable String contentType) {
        return contentType != null && contentType.toLowerCase(Locale.ROOT).startsWith("multipart/");
    }
}
