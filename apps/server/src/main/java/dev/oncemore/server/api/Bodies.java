package dev.oncemore.server.api;

import dev.oncemore.By;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the fields that several endpoints share. */
final class Bodies {
    private Bodies() {}

    /** Who sent a request, and why. */
    static By by(Context context, JsonNode body) {
        return AuditTrail.by(Authenticator.of(context).name(), body.path("why").asString(""));
    }

    /** A text that may be left out. What is there and is none is refused: a filter that says nothing must not mean "all". */
    static @Nullable String text(JsonNode body, String name) {
        JsonNode value = body.path(name);
        if (value.isMissingNode()) {
            return null;
        }
        if (!value.isString() || value.asString().isBlank()) {
            throw Refusal.wrong("'" + name + "' is " + value + ", but must be a text; leave it out for any");
        }
        return value.asString();
    }

    /** The place after a full page, for the next one; null after the last page. */
    static <T, P> @Nullable P next(List<T> page, int limit, Function<T, P> place) {
        return page.size() < limit ? null : place.apply(page.get(page.size() - 1));
    }

    /** Says so when something could not be done any more. */
    static void require(boolean done, String otherwise) {
        if (!done) {
            throw Refusal.conflict(otherwise);
        }
    }
}
