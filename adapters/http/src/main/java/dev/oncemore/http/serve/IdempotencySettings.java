package dev.oncemore.http.serve;

import dev.oncemore.once.Reconciler;
import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How {@link IdempotencyFilter} treats requests. An immutable value; each method returns a changed copy. Retention, the
 * wait of duplicates and the handling of unknown outcomes are settings of the engine,
 * {@link dev.oncemore.once.OnceSettings}.
 *
 * <pre>{@code
 * IdempotencySettings.standard().requireKey().outcomes(OutcomePolicy.releaseServerErrors()).alsoReplay("X-Request-Id")
 * }</pre>
 */
public final class IdempotencySettings {
    /** The default page that explains the problems; see {@link #documentation}. */
    public static final URI DOCUMENTATION = URI.create("https://oncemore.dev/docs/problems");

    private static final int BYTES_MAX = 64 << 20;
    private static final int LIVE_KEYS_MAX = 1_000_000_000;
    private static final Duration RETENTION_MAX = Duration.ofDays(3_650);
    /** Headers that protect a browser; those in force when a replay is sent win over recorded ones. */
    static final Set<String> SECURITY = names(List.of(
            "Strict-Transport-Security",
            "Content-Security-Policy",
            "Content-Security-Policy-Report-Only",
            "X-Content-Type-Options",
            "X-Frame-Options",
            "X-XSS-Protection",
            "Referrer-Policy",
            "Permissions-Policy",
            "Cross-Origin-Opener-Policy",
            "Cross-Origin-Embedder-Policy",
            "Cross-Origin-Resource-Policy",
            "Cache-Control"));

    private static final List<String> REPLAYED = List.of(
            "Content-Type",
            "Content-Language",
            "Content-Encoding",
            "Content-Disposition",
            "Content-Location",
            "Location",
            "ETag",
            "Last-Modified",
            "Link",
            "Vary");
    /** Headers that belong to one client or one connection. */
    private static final Set<String> NEVER_REPLAYED = Set.of(
            "set-cookie",
            "set-cookie2",
            "authorization",
            "authentication-info",
            "proxy-authenticate",
            "proxy-authentication-info",
            "proxy-authorization",
            "www-authenticate",
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "date");

    KeySyntax dialect = KeySyntax.IETF;
    Set<String> methods = Set.of("POST", "PATCH");
    Predicate<HttpServletRequest> keyRequired = request -> false;
    Function<HttpServletRequest, Optional<Caller>> callers = Caller::authenticated;
    OutcomePolicy outcomes = OutcomePolicy.standard();
    ExceptionPolicy exceptions = ExceptionPolicy.standard();
    Set<String> replayedHeaders = replayedByDefault();
    Set<String> streamedTypes = Set.of("text/event-stream", "application/x-ndjson");
    int requestBytesMax = 1 << 20;
    int responseBytesMax = 1 << 19;
    int liveKeysMax = 1_000_000;
    Duration liveFor = Duration.ofHours(24);
    URI documentation = DOCUMENTATION;
    Time time = Time.system();

    @Nullable
    Reconciler<Void> reconciler;

    private @Nullable Integer mismatchStatus;

    private IdempotencySettings() {}

    private IdempotencySettings(IdempotencySettings other) {
        dialect = other.dialect;
        methods = other.methods;
        keyRequired = other.keyRequired;
        callers = other.callers;
        outcomes = other.outcomes;
        exceptions = other.exceptions;
        replayedHeaders = other.replayedHeaders;
        streamedTypes = other.streamedTypes;
        requestBytesMax = other.requestBytesMax;
        responseBytesMax = other.responseBytesMax;
        liveKeysMax = other.liveKeysMax;
        liveFor = other.liveFor;
        documentation = other.documentation;
        time = other.time;
        reconciler = other.reconciler;
        mismatchStatus = other.mismatchStatus;
    }

    /** The IETF draft for {@code POST} and {@code PATCH}, with optional keys. */
    public static IdempotencySettings standard() {
        return new IdempotencySettings();
    }

    /** As {@link #standard}, and accepts keys without quotes. */
    public static IdempotencySettings lenientDefaults() {
        IdempotencySettings copy = new IdempotencySettings();
        copy.dialect = KeySyntax.LENIENT;
        return copy;
    }

    /** For clients of Stripe's API: see {@link KeySyntax#STRIPE}. */
    public static IdempotencySettings stripeDefaults() {
        IdempotencySettings copy = new IdempotencySettings();
        copy.dialect = KeySyntax.STRIPE;
        copy.methods = Set.of("POST");
        copy.outcomes = OutcomePolicy.stripe();
        return copy;
    }

    /**
     * Sets the function that determines whether an earlier request with the key took effect, instead of the engine's
     * setting for unknown outcomes. It can tell that the request took effect, but not which response was sent.
     */
    public IdempotencySettings whenUnknown(Reconciler<Void> reconciler) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.reconciler = Objects.requireNonNull(reconciler, "reconciler");
        return copy;
    }

    /** Restricts keys to requests with these methods; the header is ignored on others. */
    public IdempotencySettings methods(String... methods) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.methods = Set.of(methods);
        if (copy.methods.isEmpty()) {
            throw new IllegalArgumentException("methods must name at least one method, such as POST");
        }
        return copy;
    }

    /** Refuses requests without a key. */
    public IdempotencySettings requireKey() {
        return requireKey(request -> true);
    }

    /** Refuses requests without a key that match the predicate. */
    public IdempotencySettings requireKey(Predicate<HttpServletRequest> required) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.keyRequired = Objects.requireNonNull(required, "required");
        return copy;
    }

    /** Determines the caller; {@link Caller#authenticated} by default. Empty refuses a request with a key, with 401. */
    public IdempotencySettings callers(Function<HttpServletRequest, Optional<Caller>> callers) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.callers = Objects.requireNonNull(callers, "callers");
        return copy;
    }

    /** Sets which responses are kept. */
    public IdempotencySettings outcomes(OutcomePolicy outcomes) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.outcomes = Objects.requireNonNull(outcomes, "outcomes");
        return copy;
    }

    /** Sets which exceptions mean that nothing happened; {@link ExceptionPolicy#standard} by default. */
    public IdempotencySettings exceptions(ExceptionPolicy exceptions) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.exceptions = Objects.requireNonNull(exceptions, "exceptions");
        return copy;
    }

    /**
     * Sets the status for a key that was used with another request: 422 as the IETF draft says (the default), 409, or
     * 400 as Stripe does (the default for its clients).
     */
    public IdempotencySettings mismatchStatus(int status) {
        if (status != 422 && status != 409 && status != 400) {
            throw new IllegalArgumentException("mismatchStatus must be 422, 409 or 400, but is " + status);
        }
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.mismatchStatus = status;
        return copy;
    }

    int statusOf(Problem problem) {
        return problem == Problem.PAYLOAD_MISMATCH && mismatchStatus != null
                ? mismatchStatus
                : problem.statusIn(dialect);
    }

    /** Also keeps these headers, besides those that describe the body and its location. */
    public IdempotencySettings alsoReplay(String... headers) {
        IdempotencySettings copy = new IdempotencySettings(this);
        for (String header : headers) {
            if (NEVER_REPLAYED.contains(header.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        header + " belongs to one client or one connection, and is never replayed");
            }
        }
        Set<String> all = names(replayedHeaders);
        all.addAll(Arrays.asList(headers));
        copy.replayedHeaders = all;
        return copy;
    }

    /**
     * Bodies of these media types are sent as they are flushed. All others are held back until the outcome is recorded,
     * so that no client sees a result that a crash can still undo. Server-sent events and NDJSON by default.
     */
    public IdempotencySettings streamedTypes(String... mediaTypes) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.streamedTypes = Set.of(mediaTypes);
        return copy;
    }

    /**
     * Refuses larger requests with a key, with 413: the fingerprint needs the whole body. 1 byte to 64 MiB; 1 MiB by
     * default.
     */
    public IdempotencySettings requestBytesMax(int bytes) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.requestBytesMax = size("requestBytesMax", bytes);
        return copy;
    }

    /**
     * Keeps no larger bodies, only the fact that the request was done, and its status. 1 byte to 64 MiB; 512 KiB by
     * default. The engine's own limit, {@link dev.oncemore.once.OnceSettings#responseBytesMax}, covers body and headers
     * together.
     */
    public IdempotencySettings responseBytesMax(int bytes) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.responseBytesMax = size("responseBytesMax", bytes);
        return copy;
    }

    /**
     * Limits the keys of a tenant within the retention: new keys beyond it are refused with 429 before anything runs,
     * while recorded ones are still replayed and none is evicted. Counted per process. A million in 24 h by default;
     * the retention should match the engine's.
     */
    public IdempotencySettings liveKeysMax(int keys, Duration retention) {
        if (keys < 1 || keys > LIVE_KEYS_MAX) {
            throw new IllegalArgumentException(
                    "liveKeysMax must be between 1 and " + LIVE_KEYS_MAX + ", but is " + keys);
        }
        if (retention.isNegative() || retention.isZero() || retention.compareTo(RETENTION_MAX) > 0) {
            throw new IllegalArgumentException("the retention of live keys must be over 0 and at most "
                    + Durations.format(RETENTION_MAX) + ", but is " + Durations.format(retention));
        }
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.liveKeysMax = keys;
        copy.liveFor = retention;
        return copy;
    }

    /** Sets the page that explains the problems; each refusal links to its section there. */
    public IdempotencySettings documentation(URI page) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.documentation = Objects.requireNonNull(page, "page");
        return copy;
    }

    /** Sets the source of elapsed time; tests use virtual time. */
    public IdempotencySettings time(Time time) {
        IdempotencySettings copy = new IdempotencySettings(this);
        copy.time = Objects.requireNonNull(time, "time");
        return copy;
    }

    private static Set<String> replayedByDefault() {
        Set<String> all = names(REPLAYED);
        all.addAll(SECURITY);
        return all;
    }

    private static Set<String> names(Iterable<String> headers) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach(names::add);
        return names;
    }

    private static int size(String setting, int bytes) {
        if (bytes < 1 || bytes > BYTES_MAX) {
            throw new IllegalArgumentException(
                    setting + " must be between 1 and " + BYTES_MAX + " bytes, but is " + bytes);
        }
        return bytes;
    }
}
