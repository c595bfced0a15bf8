package dev.oncemore.server.access;

import dev.oncemore.http.serve.Caller;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SchemaScripts;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.time.Time;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.HandlerType;
import io.javalin.http.SameSite;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Lets requests in, or not. */
public final class Authenticator {
    /** The tables of accounts, sessions and tokens. */
    public static final SchemaScripts SCHEMA = SchemaScripts.of("access", Authenticator.class);

    /** Where a form has its proof that it comes from our own page. */
    private static final String CSRF_FIELD = "_csrf";

    private static final String CSRF_HEADER = "X-CSRF-Token";
    private static final String COOKIE = "oncemore_session";
    private static final String PRINCIPAL = "oncemore.principal";
    private static final int CHECKS_AT_ONCE_MAX = 4;
    private static final String BEARER = "Bearer ";
    private static final Set<HandlerType> HARMLESS =
            Set.of(HandlerType.GET, HandlerType.HEAD, HandlerType.OPTIONS, HandlerType.TRACE);

    private final Secrets secrets = new Secrets();
    private final Accounts accounts;
    private final Sessions sessions;
    private final Tokens tokens;
    private final LoginThrottle throttle;
    private final Semaphore checks = new Semaphore(CHECKS_AT_ONCE_MAX);
    private final AuditTrail audit;
    private final @Nullable String adminToken;
    private final boolean secureCookies;

    /**
     * A gate.
     *
     * @param adminToken lets automation in as an admin; null when there is none
     * @param secureCookies whether browsers may send the cookie over TLS only
     */
    public Authenticator(
            Database database,
            Time time,
            InstantSource clock,
            AuditTrail audit,
            @Nullable String adminToken,
            boolean secureCookies) {
        this.accounts = new Accounts(database, secrets, clock);
        this.sessions = new Sessions(database, secrets, clock);
        this.tokens = new Tokens(database, secrets, clock);
        this.throttle = new LoginThrottle(time);
        this.audit = audit;
        this.adminToken = adminToken;
        this.secureCookies = secureCookies;
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
        Role asked = context.routeRoles().stream()
                .filter(Role.class::isInstance)
                .map(Role.class::cast)
                .findFirst()
                .orElse(Role.ADMIN);
        Principal principal = identify(context);
        context.attribute(PRINCIPAL, principal);
        if (!principal.role().isEnoughFor(asked)) {
            throw principal.equals(Principal.NOBODY)
                    ? Refusal.unauthenticated()
                    : Refusal.forbidden("this needs the role " + asked.word() + ", and " + principal.name() + " is "
                            + principal.role().word());
        }
        if (principal.isBrowser() && !HARMLESS.contains(context.method()) && !isOurOwnForm(context)) {
            throw Refusal.forbidden("this form is not from this session; load the page again");
        }
    }

    /** The sender of this request. */
    public static Principal of(Context context) {
        Principal principal = context.attribute(PRINCIPAL);
        return principal == null ? Principal.NOBODY : principal;
    }

    /** The secret that forms of this session must contain. */
    public static String csrf(Context context) {
        String secret = context.cookie(COOKIE);
        return secret == null ? "" : Secrets.derived(secret, "csrf");
    }

    private static boolean isOurOwnForm(Context context) {
        String header = context.header(CSRF_HEADER);
        String given = header != null ? header : context.formParam(CSRF_FIELD);
        return given != null && Secrets.isSame(given, csrf(context));
    }

    private Principal identify(Context context) {
        Principal known = context.attribute(PRINCIPAL);
        if (known != null) {
            return known;
        }
        String authorization = context.header("Authorization");
        if (authorization != null) {
            return byToken(authorization).orElseThrow(Refusal::unauthenticated);
        }
        return bySession(context.cookie(COOKIE));
    }

    private Principal bySession(@Nullable String secret) {
        return secret == null ? Principal.NOBODY : sessions.find(secret).orElse(Principal.NOBODY);
    }

    /**
     * Whose key a request has. The role belongs to it: a caller who lost a role gets no replay of what it allowed, but is checked
     * again.
     */
    public Optional<Caller> caller(HttpServletRequest request) {
        String authorization = request.getHeader("Authorization");
        jakarta.servlet.http.Cookie[] cookies = request.getCookies();
        Principal principal = authorization != null
                ? byToken(authorization).orElse(Principal.NOBODY)
                : bySession(Arrays.stream(cookies == null ? new jakarta.servlet.http.Cookie[0] : cookies)
                        .filter(cookie -> cookie.getName().equals(COOKIE))
                        .map(jakarta.servlet.http.Cookie::getValue)
                        .findFirst()
                        .orElse(null));
        if (principal.equals(Principal.NOBODY)) {
            return Optional.empty();
        }
        // The check that follows need not look it up again.
        request.setAttribute(PRINCIPAL, principal);
        return Optional.of(new Caller(principal.role().word(), principal.name()));
    }

    private Optional<Principal> byToken(String authorization) {
        if (!authorization.startsWith(BEARER)) {
            return Optional.empty();
        }
        String secret = authorization.substring(BEARER.length()).strip();
        if (adminToken != null && Secrets.isSame(secret, adminToken)) {
            return Optional.of(new Principal("automation", Role.ADMIN, false));
        }
        return tokens.find(secret);
    }

    /** Logs a person in; empty when the name or the password is wrong. */
    public Optional<Principal> logIn(Context context, String name, String password) {
        Optional<Duration> wait = throttle.wait(name);
        if (wait.isPresent()) {
            throw Refusal.tooMany("too many wrong passwords for this name; wait", wait.get());
        }
        Optional<Accounts.Account> account = check(name, password);
        if (account.isEmpty()) {
            throttle.wrong(name);
            // What is no account's name may be a password in the wrong field.
            audit.add("nobody", "login refused", accounts.find(name).isPresent() ? name : "an unknown name", "");
            return Optional.empty();
        }
        throttle.right(name);
        Cookie cookie = new Cookie(COOKIE, sessions.open(name));
        cookie.setHttpOnly(true);
        cookie.setSecure(secureCookies);
        cookie.setSameSite(SameSite.STRICT);
        cookie.setPath("/");
        cookie.setMaxAge((int) Sessions.SPAN.toSeconds());
        context.cookie(cookie);
        audit.add(name, "login", name, "");
        return account.map(found -> new Principal(found.name(), found.role(), true));
    }

    /** A check is made slow on purpose, so that a flood of them would leave no time for anything else. */
    private Optional<Accounts.Account> check(String name, String password) {
        if (!checks.tryAcquire()) {
            throw Refusal.tooMany("too many logins at this moment; wait", Duration.ofSeconds(1));
        }
        try {
            return accounts.check(name, password);
        } finally {
            checks.release();
        }
    }

    /** Ends this browser's session. */
    public void logOut(Context context) {
        String secret = context.cookie(COOKIE);
        if (secret != null) {
            sessions.close(secret);
            context.removeCookie(COOKIE, "/");
        }
    }
}
