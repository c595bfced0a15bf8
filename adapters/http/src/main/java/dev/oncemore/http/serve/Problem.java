package dev.oncemore.http.serve;

import java.util.Locale;

/** Why a request was not served, each with its section in docs/problems.md. */
enum Problem {
    KEY_MISSING(400, "Idempotency-Key is missing", "idempotency_error"),
    KEY_MALFORMED(400, "Idempotency-Key is malformed", "idempotency_error"),
    CALLER_UNKNOWN(401, "A key requires an authenticated caller", "invalid_request_error"),
    IN_PROGRESS(409, "A request with this key is in progress", "idempotency_error"),
    OUTCOME_UNKNOWN(409, "The outcome of the first request is unknown", "idempotency_error"),
    RESPONSE_NOT_KEPT(409, "The request was served, but its response was not kept", "idempotency_error"),
    REQUEST_TOO_LARGE(413, "The request is too large for a key", "invalid_request_error"),
    PAYLOAD_MISMATCH(422, "Idempotency-Key was used with another request", "idempotency_error"),
    PRECONDITION_FAILED(412, "The resource is not in the expected state", "invalid_request_error"),
    PRECONDITION_REQUIRED(428, "If-Match is missing", "invalid_request_error"),
    TOO_MANY_KEYS(429, "The caller has too many keys", "rate_limit_error"),
    STORE_UNAVAILABLE(503, "Idempotency keys are temporarily unavailable", "api_error"),
    TOO_MANY_RETRIES(503, "Too many of the requests are retries", "api_error"),
    DEADLINE_EXPIRED(503, "The caller's deadline passed before the work began", "api_error"),
    DEPENDENCY_UNAVAILABLE(503, "A service that the request needs is not available", "api_error"),
    DEPENDENCY_TIMEOUT(504, "A service that the request needs did not reply in time", "api_error"),
    DEPENDENCY_FAILED(502, "The reply of a service that the request needs was lost", "api_error");

    final int status;
    final String title;
    final String stripeType;

    Problem(int status, String title, String stripeType) {
        this.status = status;
        this.title = title;
        this.stripeType = stripeType;
    }

    /** The section name in links. */
    String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The code for clients of Stripe's API, which defines a code for only one of them. */
    String stripeCode() {
        return this == IN_PROGRESS ? "idempotency_key_in_use" : name().toLowerCase(Locale.ROOT);
    }

    /** Stripe treats another payload like any other invalid request. */
    int statusIn(KeySyntax dialect) {
        return this == PAYLOAD_MISMATCH && dialect == KeySyntax.STRIPE ? 400 : status;
    }
}
