package dev.oncemore.http.serve;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks {@code If-Match}, so that a client does not overwrite a change that it has not seen. A request whose tag is no
 * longer current gets 412; one without the header gets 428 if it is {@linkplain #required() required}.
 *
 * <pre>{@code
 * private final IfMatch ifMatch = IfMatch.required();
 *
 * Order order = orders.find(id);
 * if (!ifMatch.passes(request, response, order.etag())) {
 *     return; // the response is written
 * }
 * orders.update(order, order.version()); // WHERE version = ?
 * }</pre>
 *
 * <p>Two requests can pass at the same time: the update itself must be conditional too.
 *
 * <p>Tags are compared strongly, as RFC 9110 requires: a weak tag ({@code W/"7"}) matches nothing, on either side.
 */
public final class IfMatch {
    private static final String NAME = "If-Match";

    private final boolean required;
    private final URI documentation;

    private IfMatch(boolean required, URI documentation) {
        this.required = required;
        this.documentation = documentation;
    }

    /** Requests without the header pass. */
    public static IfMatch optional() {
        return new IfMatch(false, IdempotencySettings.DOCUMENTATION);
    }

    /** Requests without the header get 428. */
    public static IfMatch required() {
        return new IfMatch(true, IdempotencySettings.DOCUMENTATION);
    }

    /** Sets the page that explains the problems; each refusal links to its section there. */
    public IfMatch documentation(URI page) {
        return new IfMatch(required, Objects.requireNonNull(page, "page"));
    }

    /**
     * Whether the request may change the resource; if not, the response is written: 412 or 428.
     *
     * @param currentTag the resource's current entity tag with its quotes, {@code "7"}; null if there is no resource
     * @throws IllegalArgumentException if that is no entity tag
     */
    public boolean passes(HttpServletRequest request, HttpServletResponse response, @Nullable String currentTag)
            throws IOException {
        List<String> values = Collections.list(request.getHeaders(NAME));
        if (values.isEmpty() && !required) {
            return true;
        }
        if (values.isEmpty()) {
            Refusal.of(
                            Problem.PRECONDITION_REQUIRED,
                            "send If-Match with the ETag of the state that you want to change")
                    .write(response, KeySyntax.IETF, documentation);
            return false;
        }
        if (matches(values, currentTag)) {
            return true;
        }
        if (currentTag != null) {
            response.setHeader("ETag", currentTag);
        }
        String detail = EntityTags.parse(values) == null
                ? "If-Match must be * or a list of quoted entity tags"
                : "the resource has changed, or does not exist; read it again, then change its current state";
        Refusal.of(Problem.PRECONDITION_FAILED, detail).write(response, KeySyntax.IETF, documentation);
        return false;
    }

    /**
     * Whether a header with these lines matches the current entity tag, by strong comparison. {@code *} matches any
     * resource that exists; a malformed header matches nothing.
     */
    public static boolean matches(List<String> headerLines, @Nullable String currentTag) {
        if (currentTag != null) {
            EntityTags.require(currentTag);
        }
        EntityTags asked = EntityTags.parse(headerLines);
        return asked != null && currentTag != null && asked.matchesStrongly(currentTag);
    }
}
