package dev.oncemore.http.serve;

import java.util.Locale;

/** Why a request was not served, each with its section in docs/problems.md. */
enum Problem {
    KEY_MISSING(400, "Idempotency-Key is missing", "idempotency_error"),
    KEY_MALFORMED(400, "Idempotency-Key is malformed", "idempotency_error"),
    CALLER_UNKNOWN(401, "A key needs a caller who is known", "invalid_request_error"),
    IN_PROGRESS(409, "A request with this key is being served", "idempotency_error"),
    OUTCOME_UNKNOWN(409, "Nobody knows whether the first request had its effect", "idempotency_error"),
    RESPONSE_NOT_KEPT(409, "The request was served, but its response was not kept", "idempotency_error"),
    REQUEST_TOO_LARGE(413, "The request is too large for a key", "invalid_request_error"),
    PAYLOAD_MISMATCH(422, "Idempotency-Key was used with another request", "idempotency_error"),
    TOO_MANY_KEYS(429, "Too many keys are kept for this caller", "rate_limit_error"),
    STORE_UNAVAILABLE(503, "Keys cannot be looked up now", "api_error"),
    TOO_MANY_RETRIES(503, "Too large a share of the requests are retries", "api_error"),
    DEADLINE_EXPIRED(503, "The caller's time was over before the work began", "api_error");

    final int status;
    final String title;
    final String stripeType;

    Problem(int status, String title, String stripeType) {
        this.status = status;
        this.title = title;
        this.stripeType = stripeType;
    }

    /** Its name in links. */
    String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Its code for clients of Stripe's API, which has a code for one of them only. */
    String stripeCode() {
        return this == IN_PROGRESS ? "idempotency_key_in_use" : name().toLowerCase(Locale.ROOT);
    }

    /** Stripe answers another payload as any other mistake in a request. */
    int statusIn(KeySyntax dialect) {
        return this == PAYLOAD_MISMATCH && dialect == KeySyntax.STRIPE ? 400 : status;
    }
}
