package dev.oncemore.server.console;

import static dev.oncemore.server.console.Forms.form;
import static dev.oncemore.server.console.Forms.line;
import static dev.oncemore.server.console.Forms.who;

import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.access.Accounts;
import dev.oncemore.server.access.Authenticator;
import dev.oncemore.server.access.Role;
import dev.oncemore.server.access.Tokens;
import dev.oncemore.server.web.Refusal;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Accounts and tokens. A new token is shown in the answer to the form that made it, and never again. */
public final class AccessPage {
    private final Authenticator authenticator;
    private final Acts acts;

    /** A page for this gate. */
    public AccessPage(Authenticator authenticator, Acts acts) {
        this.authenticator = authenticator;
        this.acts = acts;
    }

    /** What is shown. */
    public record View(
            List<Accounts.Account> accounts,
            List<Tokens.Token> tokens,
            @Nullable String secret) {}

    /** Adds it. */
    public void addTo(RoutesConfig routes) {
        routes.get("/access", context -> show(context, null), Role.ADMIN);
        routes.post("/access/accounts", this::saveAccount, Role.ADMIN);
        routes.post("/access/accounts/remove", this::removeAccount, Role.ADMIN);
        routes.post("/access/tokens", this::addToken, Role.ADMIN);
        routes.post("/access/tokens/remove", this::removeToken, Role.ADMIN);
    }

    private void show(Context context, @Nullable String secret) {
        View view =
                new View(authenticator.accounts().list(), authenticator.tokens().list(), secret);
        Forms.show(context, "access", "Access", view);
    }

    private void saveAccount(Context context) {
        String name = line(context, "name");
        Role role = Role.parse(line(context, "role"));
        // As it was typed: so it is compared at a login.
        String password = form(context, "password");
        if (name.equals(who(context)) && role != Role.ADMIN) {
            throw Refusal.conflict("you cannot remove your own admin role; another admin can");
        }
        acts.run(authenticator.accounts().save(name, role, password, who(context)));
        context.redirect("/access?done=saved");
    }

    private void removeAccount(Context context) {
        String name = line(context, "name");
        if (name.equals(who(context))) {
            throw Refusal.conflict("you cannot remove yourself; another admin can");
        }
        if (!acts.run(authenticator.accounts().remove(name, who(context)))) {
            throw Refusal.notFound("there is no account " + name);
        }
        context.redirect("/access?done=removed");
    }

    private void addToken(Context context) {
        int days;
        try {
            days = Integer.parseInt(line(context, "days"));
        } catch (NumberFormatException e) {
            throw Refusal.wrong("the number of days must be a whole number");
        }
        String name = line(context, "name");
        Role role = Role.parse(line(context, "role"));
        String secret =
                acts.run(authenticator.tokens().add(name, role, Duration.ofDays(days), Authenticator.of(context)));
        show(context, secret);
    }

    private void removeToken(Context context) {
        if (!acts.run(authenticator.tokens().remove(line(context, "id"), who(context)))) {
            throw Refusal.notFound("this token does not exist any more");
        }
        context.redirect("/access?done=removed");
    }
}
