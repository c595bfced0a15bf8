package dev.oncemore.server.api;

import dev.oncemore.operations.audit.Act;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Answers;
import dev.oncemore.server.web.Refusal;
import io.javalin.http.Context;
import tools.jackson.databind.JsonNode;

/** Changes of one's own password. Callers authenticate with the old password, and are throttled as in a login. */
public final class AccountApi {
    /** Its path, for the filter of keys. */
    public static final String PASSWORD = "/api/account/password";

    private final Authenticator authenticator;

    /** For the accounts of this authenticator. */
    public AccountApi(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /** Adds it. */
    public void addTo(ApiRoutes api) {
        api.post(PASSWORD, Role.ANYONE, "changePassword", "Changes one's own password; sessions end.")
                .takes(new Fields()
                        .require("name", Fields.text("The account.", 1, 60))
                        .require("password", Fields.text("The password until now.", 1, 200))
                        .require("newPassword", Fields.text("The new password.", 10, 200)))
                .withoutKey()
                .answers(Changed.class)
                .acts(this::change);
    }

    /** Says so. */
    record Changed(String status) {}

    private Act<Changed> change(Context context) {
        JsonNode body = Answers.body(context);
        return authenticator
                .changePassword(
                        context,
                        body.path("name").asString(""),
                        body.path("password").asString(""),
                        body.path("newPassword").asString(""))
                .orElseThrow(() -> Refusal.forbidden("the name or the password is wrong"))
                .map(done -> new Changed("changed"));
    }
}
