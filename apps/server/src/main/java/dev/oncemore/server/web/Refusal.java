package dev.oncemore.server.web;

import dev.oncemore.operations.Rejected;
import java.time.Duration;
import java.util.Optional;

/** A request that is not served: programs get problem+json, people get a page. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final int DETAIL_MAX = 4_000;
    private static final Duration BUSY_WAIT = Duration.ofSeconds(5);

    private final int status;
    private final String title;
    private final transient Optional<Duration> retryAfter;

    private Refusal(int status, String title, String detail, Optional<Duration> retryAfter) {
        // Without a stack trace: a refusal is an answer, not a failure.
        super(shortened(detail), null, false, false);
        this.status = status;
        this.title = title;
        this.retryAfter = retryAfter;
    }

    /** A detail quotes what it refuses, which may be as long as a request. */
    private static String shortened(String detail) {
        return detail.length() <= DETAIL_MAX ? detail : detail.substring(0, DETAIL_MAX) + "…";
    }

    /** The request itself is wrong. */
    public static Refusal wrong(String detail) {
        return new Refusal(400, "Invalid request", detail, Optional.empty());
    }

    /** The caller is not authenticated. */
    public static Refusal unauthenticated() {
        return new Refusal(
                401, "Log in first", "log in at /login, or send a token: Authorization: Bearer …", Optional.empty());
    }

    /** The caller lacks the role. */
    public static Refusal forbidden(String detail) {
        return new Refusal(403, "Not allowed", detail, Optional.empty());
    }

    /** It does not exist. */
    public static Refusal notFound(String detail) {
        return new Refusal(404, "Not found", detail, Optional.empty());
    }

    /** It contradicts the current state. */
    public static Refusal conflict(String detail) {
        return new Refusal(409, "Conflict", detail, Optional.empty());
    }

    /** The request is too large. */
    public static Refusal tooLarge(String detail) {
        return new Refusal(413, "Too large", detail, Optional.empty());
    }

    /** Too many requests. */
    public static Refusal tooMany(String detail, Duration wait) {
        long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
        return new Refusal(
                429, "Too many requests", detail + " " + seconds + " s", Optional.of(Duration.ofSeconds(seconds)));
    }

    /** Too much is under way. */
    public static Refusal busy(String detail) {
        return new Refusal(503, "Busy", detail, Optional.of(BUSY_WAIT));
    }

    /** The server failed; only the log says how. */
    public static Refusal broken() {
        return new Refusal(
                500, "Internal error", "see the server's log; nothing that was acknowledged is lost", Optional.empty());
    }

    /** What the domain rejected. */
    public static Refusal of(Rejected rejected) {
        String detail = rejected.detail();
        return switch (rejected.code()) {
            case INVALID -> wrong(detail);
            case NOT_FOUND -> notFound(detail);
            case CONFLICT -> conflict(detail);
            case TOO_LARGE -> tooLarge(detail);
            case BUSY -> busy(detail);
        };
    }

    /** What a failure means that a handler expects. */
    public static Refusal of(RuntimeException failure) {
        return failure instanceof Refusal refusal
                ? refusal
                : failure instanceof Rejected rejected ? of(rejected) : wrong(String.valueOf(failure.getMessage()));
    }

    /** What the web server itself refused, with its status. */
    public static Refusal of(int status, String detail) {
        return new Refusal(status, status < 500 ? "Invalid request" : "Internal error", detail, Optional.empty());
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** A few words for the heading. */
    public String title() {
        return title;
    }

    /** What to do about it. */
    public String detail() {
        return String.valueOf(getMessage());
    }

    /** When to come back. */
    public Optional<Duration> retryAfter() {
        return retryAfter;
    }
}
