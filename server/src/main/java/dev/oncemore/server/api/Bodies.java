package dev.oncemore.server.api;

import dev.oncemore.server.access.Gate;
import dev.oncemore.server.operations.Act;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import tools.jackson.databind.JsonNode;

/** What the acts of the API have in common. */
final class Bodies {
    private Bodies() {}

    /** Who sent a request, and why. */
    static Act act(Context context, JsonNode body) {
        return new Act(Gate.of(context).name(), body.path("why").asString(""));
    }

    /** Says so when something could not be done any more. */
    static void require(boolean done, String otherwise) {
        if (!done) {
            throw Refusal.conflict(otherwise);
        }
    }
}
