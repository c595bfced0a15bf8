package dev.oncemore.server.access;

import dev.oncemore.jdbc.Database;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.audit.Acts;
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
        Optional<LoginThrottle.Attempt> attempt = attempt(context, name, password);
        Optional<Accounts.Verified> account = attempt.flatMap(tried -> verify(tried, password));
        if (attempt.isEmpty() || account.isEmpty()) {
            return Optional.empty();
        }
        String client = proxies.client(context.req());
        acts.run(here -> {
            open(here, context, account.get(), attempt.get().browser());
            here.audit(name, "login", name, "from " + client);
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
        Optional<LoginThrottle.Attempt> attempt = attempt(context, name, old);
        Optional<Accounts.Verified> account = attempt.flatMap(tried -> verify(tried, old));
        if (attempt.isEmpty() || account.isEmpty()) {
            return Optional.empty();
        }
        String hash = checks.run(attempt.get(), () -> secrets.hashPassword(password));
        return Optional.of(here -> {
            Accounts.Verified changed = Accounts.password(here.sql(), account.get(), hash)
                    .orElseThrow(() -> Refusal.conflict("the password has been changed at the same time"));
            if (isBrowser) {
                open(here, context, changed, Optional.empty());
            }
            here.audit(name, "own password changed", name, "");
            return true;
        });
    }

    /** What is tried; empty for what cannot be a name or a password. */
    private Optional<LoginThrottle.Attempt> attempt(Context context, String name, String password) {
        if (!Accounts.isName(name) || !Accounts.mayBePassword(password)) {
            refused.add("an unknown name");
            return Optional.empty();
        }
        String secret = cookie(context, BROWSER);
        Optional<String> browser = secret == null ? Optional.empty() : browsers.find(secret, name);
        return Optional.of(new LoginThrottle.Attempt(name, ClientAddress.of(proxies.client(context.req())), browser));
    }

    private Optional<Accounts.Verified> verify(LoginThrottle.Attempt attempt, String password) {
        Optional<Duration> wait = throttle.wait(attempt);
        if (wait.isPresent()) {
            throw Refusal.tooMany("too many wrong passwords for this name; wait", wait.get());
        }
        Optional<Accounts.Verified> account = checks.run(attempt, () -> accounts.check(attempt.name(), password));
        if (account.isPresent()) {
            throttle.right(attempt);
        } else {
            throttle.wrong(attempt);
            // What is no account's name may be a password in the wrong field.
            refused.add(accounts.find(attempt.name()).isPresent() ? attempt.name() : "an unknown name");
        }
        return account;
    }

    private void open(ActTransaction here, Context context, Accounts.Verified account, Optional<String> browser) {
        String session = sessions.open(here.sql(), account);
        here.afterCommit(() -> set(context, SESSION, session, Sessions.SPAN));
        if (browser.isPresent()) {
            browsers.touch(here.sql(), browser.get());
        } else {
            String known = browsers.remember(here.sql(), account);
            here.afterCommit(() -> set(context, BROWSER, known, KnownBrowsers.SPAN));
        }
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

    /** Ends this browser's session. */
    void logOut(Context context) {
        String secret = cookie(context, SESSION);
        if (secret != null) {
            sessions.close(secret);
            context.removeCookie(SESSION, "/");
        }
    }

    /** A cookie of ours; null when there is none. */
    static @Nullable String cookie(Context context, String name) {
        return context.cookie(name);
    }
}
