package dev.oncemore.http.serve;

/** The syntax of keys in {@code Idempotency-Key}, and of refusals. */
public enum KeySyntax {
    /**
     * The IETF draft (draft-ietf-httpapi-idempotency-key-header-07): the key is a structured field string in quotes,
     * and refusals are {@code application/problem+json}.
     */
    IETF,
    /**
     * As {@link #IETF}, but also accepts keys without quotes, which many clients send: printable ASCII without spaces,
     * commas, semicolons, quotes and backslashes.
     */
    LENIENT,
    /**
     * Compatible with Stripe's API, for clients written for it: the key is the header as sent, of any printable ASCII
     * characters, so that {@code k} and {@code "k"} are two keys; only {@code POST}, refusals in its format with its
     * codes, 400 instead of 422 for another payload, and its choice of kept responses ({@link OutcomePolicy#stripe}).
     */
    STRIPE
}
