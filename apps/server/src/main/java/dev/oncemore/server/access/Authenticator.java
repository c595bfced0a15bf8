package dev.oncemore.server.access;

import dev.oncemore.http.serve.Caller;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.door.BodyWait;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.TrustedProxies;
import dev.oncemore.time.Time;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lets requests in, or not. */
public final class Authenticator {
    /** The tables of accounts, sessions and tokens. */
    public static final SchemaScripts SCHEMA = SchemaScripts.of("access", Authenticator.class);

    /** Where a form has its proof that it comes from our own page. */
    private static final String CSRF_FIELD = "_csrf";

    private static final String CSRF_HEADER = "X-CSRF-Token";
    private static final String PRINCIPAL = "oncemore.principal";
    private static final String BEARER = "Bearer ";
    private static final Set<HandlerType> HARMLESS = Set.of(HandlerType.GET, HandlerType.OPTIONS, HandlerType.TRACE);

    private final Secrets secrets = new Secrets();
    private final Accounts accounts;
    private final Sessions sessions;
    private final Tokens tokens;
    private final Logins logins;
    private final @Nullable String adminToken;

    /**
     * A gate.
     *
     * @param adminToken lets automation in as an admin; null when there is none
     * @param secureCookies whether browsers may send the cookie over TLS only
     * @param proxies those that are believed about TLS and the client's address
     */
    public Authenticator(
            Database database,
            Time time,
            InstantSource clock,
            Acts acts,
            @Nullable String adminToken,
            boolean secureCookies,
            TrustedProxies proxies) {
        this.accounts = new Accounts(database, secrets, clock);
        this.sessions = new Sessions(database, secrets, clock);
        this.tokens = new Tokens(database, secrets, clock);
        this.logins = new Logins(accounts, sessions, database, secrets, time, clock, acts, secureCookies, proxies);
        this.adminToken = adminToken;
    }

    /** The accounts of people. */
    public Accounts accounts() {
        return accounts;
    }

    /** The tokens of programs. */
    public Tokens tokens() {
        return tokens;
    }

    /** On a store without accounts, makes the first one and answers its password, which is shown once. */
    public Optional<String> firstStart() {
        if (!accounts.isEmpty()) {
            return Optional.empty();
        }
        String password = secrets.next();
        return accounts.add("admin", Role.ADMIN, password) ? Optional.of(password) : Optional.empty();
    }

    /** Refuses callers without the role of the route, and tells its handler who the caller is. */
    public void check(Context context) {
        Role asked = role(context);
        // Also for who has not logged in: another site must not log its visitors in as somebody else.
        if (!HARMLESS.contains(context.method())
                && context.header("Authorization") == null
                && CrossSite.isCrossSite(context)) {
            throw Refusal.forbidden("this form is from another site");
        }
        Principal principal = identify(context);
        require(principal, asked);
        // A login form knows nothing of the session that it may replace.
        if (asked != Role.ANYONE
                && principal.isBrowser()
                && !HARMLESS.contains(context.method())
                && !isOurOwnForm(context)) {
            throw Refusal.forbidden("this form is not from this session; load the page again");
        }
        if (asked != Role.ANYONE && !HARMLESS.contains(context.method()) && !context.isMultipart()) {
            requireStill(context, asked);
        }
    }

    /** Checks the rights again if the body arrived late: the account or token may have been removed or have fewer rights. */
    private void requireStill(Context context, Role asked) {
        context.bodyAsBytes(); // kept for the handler
        if (BodyWait.happened(context.req())) {
            require(lookUp(context), asked);
        }
    }

    private static void require(Principal principal, Role asked) {
        if (!principal.role().isEnoughFor(asked)) {
            throw principal.equals(Principal.NOBODY)
                    ? Refusal.unauthenticated()
                    : Refusal.forbidden("this needs the role " + asked.word() + ", and " + principal.name() + " is "
                            + principal.role().word());
        }
    }

    private static Role role(Context context) {
        return context.routeRoles().stream()
                .filter(Role.class::isInstance)
                .map(Role.class::cast)
                .findFirst()
                .orElse(Role.ADMIN);
    }

    /** The sender of this request. */
    public static Principal of(Context context) {
        Principal principal = context.attribute(PRINCIPAL);
        return principal == null ? Principal.NOBODY : principal;
    }

    /** The secret that forms of this session must contain. */
    public static String csrf(Context context) {
        String secret = context.cookie(Logins.SESSION);
        return secret == null ? "" : Secrets.derived(secret, "csrf");
    }

    private static boolean isOurOwnForm(Context context) {
        String header = context.header(CSRF_HEADER);
        String given = header != null ? header : context.formParam(CSRF_FIELD);
        return given != null && Secrets.isSame(given, csrf(context));
    }

    private Principal identify(Context context) {
        Principal known = context.attribute(PRINCIPAL);
        return known != null ? known : lookUp(context);
    }

    private Principal lookUp(Context context) {
        String authorization = context.header("Authorization");
        Principal found = authorization == null
                ? bySession(context.cookie(Logins.SESSION))
                : byToken(authorization).orElseThrow(Refusal::unauthenticated);
        context.attribute(PRINCIPAL, found);
        return found;
    }

    private Principal bySession(@Nullable String secret) {
        return secret == null ? Principal.NOBODY : sessions.find(secret).orElse(Principal.NOBODY);
    }

    /** Whose key a request has: the account or token itself, since names are given twice and roles change. */
    public Optional<Caller> caller(HttpServletRequest request) {
        Principal principal = principal(request);
        return principal.equals(Principal.NOBODY) ? Optional.empty() : Optional.of(Caller.of(principal.id()));
    }

    /** Whether a known caller does not have this role (any more), and must not get a replay of what it allowed. */
    public boolean lacks(HttpServletRequest request, Role role) {
        Principal principal = principal(request);
        return !principal.equals(Principal.NOBODY) && !principal.role().isEnoughFor(role);
    }

    private Principal principal(HttpServletRequest request) {
        if (request.getAttribute(PRINCIPAL) instanceof Principal known) {
            return known;
        }
        String authorization = request.getHeader("Authorization");
        jakarta.servlet.http.Cookie[] cookies = request.getCookies();
        Principal principal = authorization != null
                ? byToken(authorization).orElse(Principal.NOBODY)
                : bySession(Arrays.stream(cookies == null ? new jakarta.servlet.http.Cookie[0] : cookies)
                        .filter(cookie -> cookie.getName().equals(Logins.SESSION))
                        .map(jakarta.servlet.http.Cookie::getValue)
                        .findFirst()
                        .orElse(null));
        if (!principal.equals(Principal.NOBODY)) {
            // The check that follows need not look it up again.
            request.setAttribute(PRINCIPAL, principal);
        }
        return principal;
    }

    private Optional<Principal> byToken(String authorization) {
        if (!authorization.startsWith(BEARER)) {
            return Optional.empty();
        }
        String secret = authorization.substring(BEARER.length()).strip();
        if (adminToken != null && Secrets.isSame(secret, adminToken)) {
            return Optional.of(Principal.AUTOMATION);
        }
        return tokens.find(secret);
    }

    /** Logs a person in; empty when the name or the password is wrong. */
    public Optional<Principal> logIn(Context context, String name, String password) {
        return logins.logIn(context, name, password);
    }

    /**
     * Gives an account another password if the old one is right, and ends its sessions; a browser gets a new one. Empty when the
     * name or the old password is wrong.
     *
     * @throws IllegalArgumentException when the new password is invalid; the message says why
     */
    public Optional<Act<Boolean>> changePassword(Context context, String name, String old, String password) {
        return logins.changePassword(context, name, old, password, of(context).isBrowser());
    }

    /** Removes up to this many expired sessions and tokens of each, and returns how many. */
    public int purge(int rowsMax) {
        return sessions.purge(rowsMax);
    }

    /** Writes to the audit trail how many refused logins it has left out. */
    public void flush() {
        logins.flush();
    }

    /** Ends this browser's session. */
    public void logOut(Context context) {
        logins.logOut(context, of(context));
    }
}
