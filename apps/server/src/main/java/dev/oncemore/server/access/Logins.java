package dev.oncemore.server.access;

import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.server.web.ClientAddress;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.server.web.TrustedProxies;
import dev.oncemore.time.Time;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Logins and changes of one's own password. Malformed names and passwords are refused before anything is stored or hashed. */
final class Logins {
    static final String SESSION = "oncemore_session";
    private static final String BROWSER = "oncemore_browser";
    private static final String LOGIN = "login";
    private static final String UNKNOWN = "an unknown name";
    private static final String CHANGE = "password change";

    private final Accounts accounts;
    private final Sessions sessions;
    private final KnownBrowsers browsers;
    private final LoginThrottle throttle;
    private final PasswordChecks checks = new PasswordChecks();
    private final RefusedLogins refused;
    private final Acts acts;
    private final Secrets secrets;
    private final boolean secureCookies;
    private final TrustedProxies proxies;

    Logins(
            Accounts accounts,
            Sessions sessions,
            Database database,
            Secrets secrets,
            Time time,
            InstantSource clock,
            Acts acts,
            boolean secureCookies,
            TrustedProxies proxies) {
        this.accounts = accounts;
        this.sessions = sessions;
        this.browsers = new KnownBrowsers(database, secrets, clock);
        this.throttle = new LoginThrottle(time);
        this.refused = new RefusedLogins(acts, time);
        this.acts = acts;
        this.secrets = secrets;
        this.secureCookies = secureCookies;
        this.proxies = proxies;
    }

    /** Logs a person in; empty when the name or the password is wrong. */
    Optional<Principal> logIn(Context context, String name, String password) {
        Optional<LoginThrottle.Attempt> attempt = attempt(context, LOGIN, name, password);
        Optional<Accounts.Verified> account = attempt.flatMap(tried -> verify(context, LOGIN, tried, password));
        if (attempt.isEmpty() || account.isEmpty()) {
            return Optional.empty();
        }
        // Before the act, which may run on the thread of another request.
        String client = client(context);
        acts.run(here -> {
            int ended = open(here, context, account.get(), attempt.get().browser());
            String more = ended == 0 ? "" : "; the oldest session ended";
            here.audit(name, LOGIN, name, "from " + client + more);
            return true;
        });
        return account.map(found -> Principal.account(found.id(), found.name(), found.role()));
    }

    /**
     * Gives an account another password if the old one is right, and ends its sessions except, in a browser, this one. Empty when
     * the name or the old password is wrong.
     *
     * @throws IllegalArgumentException when the new password is invalid
     */
    Optional<Act<Boolean>> changePassword(
            Context context, String name, String old, String password, boolean isBrowser) {
        Accounts.requirePassword(password);
        Optional<LoginThrottle.Attempt> attempt = attempt(context, CHANGE, name, old);
        Optional<Accounts.Verified> account = attempt.flatMap(tried -> verify(context, CHANGE, tried, old));
        if (attempt.isEmpty() || account.isEmpty()) {
            return Optional.empty();
        }
        String hash = checks.run(attempt.get(), () -> secrets.hashPassword(password));
        String client = client(context);
        return Optional.of(here -> {
            Accounts.Verified changed = Accounts.password(here.sql(), account.get(), hash)
                    .orElseThrow(() -> Refusal.conflict("the password has been changed at the same time"));
            if (isBrowser) {
                open(here, context, changed, Optional.empty());
            }
            here.audit(name, "own password changed", name, "from " + client);
            return true;
        });
    }

    /** What is tried; empty for what cannot be a name or a password. */
    private Optional<LoginThrottle.Attempt> attempt(Context context, String what, String name, String password) {
        String client = ClientAddress.of(client(context));
        if (!Accounts.isName(name) || !Accounts.mayBePassword(password)) {
            refused.add(what + " refused", client, () -> UNKNOWN, client(context));
            return Optional.empty();
        }
        String secret = cookie(context, BROWSER);
        Optional<String> browser = secret == null ? Optional.empty() : browsers.find(secret, name);
        return Optional.of(new LoginThrottle.Attempt(name, client, browser));
    }

    private Optional<Accounts.Verified> verify(
            Context context, String what, LoginThrottle.Attempt attempt, String password) {
        Optional<Duration> wait = throttle.wait(attempt);
        if (wait.isPresent()) {
            refused(context, what + " throttled", attempt);
            throw Refusal.tooMany("too many wrong passwords for this name; wait", wait.get());
        }
        Optional<Accounts.Verified> account = checks.run(attempt, () -> accounts.check(attempt.name(), password));
        if (account.isPresent()) {
            throttle.right(attempt);
        } else {
            throttle.wrong(attempt);
            refused(context, what + " refused", attempt);
        }
        return account;
    }

    /** An unknown name is not written: it may be a password in the wrong field. */
    private void refused(Context context, String action, LoginThrottle.Attempt attempt) {
        refused.add(
                action,
                attempt.client(),
                () -> accounts.find(attempt.name()).isPresent() ? attempt.name() : UNKNOWN,
                client(context));
    }

    private String client(Context context) {
        return proxies.client(context.req());
    }

    /** Opens a session; returns how many older ones it ended. */
    private int open(ActTransaction here, Context context, Accounts.Verified account, Optional<String> browser) {
        Sessions.Opened session = sessions.open(here.sql(), account);
        here.afterCommit(() -> set(context, SESSION, session.secret(), Sessions.SPAN));
        if (browser.isPresent()) {
            browsers.touch(here.sql(), browser.get());
        } else {
            String known = browsers.remember(here.sql(), account);
            here.afterCommit(() -> set(context, BROWSER, known, KnownBrowsers.SPAN));
        }
        return session.ended();
    }

    private void set(Context context, String name, String secret, Duration span) {
        Cookie cookie = new Cookie(name, secret);
        cookie.setHttpOnly(true);
        cookie.setSecure(secureCookies || proxies.isSecure(context.req()));
        cookie.setSameSite(SameSite.STRICT);
        cookie.setPath("/");
        cookie.setMaxAge((int) span.toSeconds());
        context.cookie(cookie);
    }

    /** Ends this browser's session. Without a valid one nothing is written, since anyone can send such a request. */
    void logOut(Context context, Principal principal) {
        String secret = cookie(context, SESSION);
        if (secret == null) {
            return;
        }
        if (principal.isBrowser()) {
            String client = client(context);
            acts.run(here -> {
                if (sessions.close(here.sql(), secret)) {
                    here.audit(principal.name(), "logout", principal.name(), "from " + client);
                }
                return true;
            });
        }
        context.removeCookie(SESSION, "/");
    }

    /** Writes how many refusals the audit trail has left out. */
    void flush() {
        refused.flush();
    }

    /** A cookie of ours; null when there is none. */
    static @Nullable String cookie(Context context, String name) {
        return context.cookie(name);
    }
}
