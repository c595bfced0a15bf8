package dev.oncemore.connector;

import dev.oncemore.config.YamlPart;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates names of HTTP headers that a connector reads or sends. */
final class HeaderName {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    /** The headers that the client sets itself. */
    private static final Set<String> RESERVED =
            Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding", "authorization");

    private HeaderName() {}

    static String of(YamlPart part) {
        if (!TOKEN.matcher(part.text()).matches()) {
            throw part.wrong("the name of a header, such as X-RateLimit-Remaining");
        }
        return part.text();
    }

    static void requireFree(YamlPart part, String name) {
        if (!TOKEN.matcher(name).matches() || RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            throw part.fault("'" + name + "' cannot be set here; secrets go under 'auth'");
        }
    }
}
