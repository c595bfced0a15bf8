package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.form;
import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;
import java.util.Optional;

/** The page on which people change their own password. */
public final class AccountPage {
    private final Authenticator authenticator;
    private final Acts acts;

    /** A page of the accounts of this authenticator. */
    public AccountPage(Authenticator authenticator, Acts acts) {
        this.authenticator = authenticator;
        this.acts = acts;
    }

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/account", context -> show(context, ""), Role.VIEWER);
        routes.post("/account/password", this::change, Role.VIEWER);
    }

    private static void show(Context context, String wrong) {
        Templates.show(context, "account", Map.of("page", Page.translated(context, "account.title"), "wrong", wrong));
    }

    private void change(Context context) {
        if (!Authenticator.of(context).isBrowser()) {
            throw Refusal.wrong("a token has no password");
        }
        String password = form(context, "password");
        if (!password.equals(form(context, "again"))) {
            context.status(400);
            show(context, "account.different");
            return;
        }
        Optional<Act<Boolean>> change =
                authenticator.changePassword(context, who(context), form(context, "old"), password);
        if (change.isEmpty()) {
            context.status(400);
            show(context, "account.old.wrong");
        } else {
            acts.run(change.get());
            context.redirect("/account?done=password");
        }
    }
}
