package dev.oncemore.http.serve;

/** The syntax of keys in {@code Idempotency-Key}, and of refusals. */
public enum KeySyntax {
    /**
     * The IETF draft (draft-ietf-httpapi-idempotency-key-header-07): the key is a structured field string in quotes,
     * and refusals are {@code application/problem+json}.
     */
    IETF,
    /** As {@link #IETF}, but also accepts keys without quotes, which many clients send. */
    LENIENT,
    /**
     * Compatible with Stripe's API, for clients written for it: keys without quotes, only {@code POST}, refusals in its
     * format with its codes, 400 instead of 422 for another payload, and its choice of kept responses
     * ({@link OutcomePolicy#stripe}).
     */
    STRIPE
}
