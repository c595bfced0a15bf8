package dev.oncemore.http.serve;

/** How keys are written in {@code Idempotency-Key}, and how refusals are. */
public enum KeySyntax {
    /**
     * The IETF draft (draft-ietf-httpapi-idempotency-key-header-07): the key is a structured field string, which stands in
     * quotes, and refusals are {@code application/problem+json}.
     */
    IETF,
    /** As {@link #IETF}, and keys without quotes are taken too: many clients send those. */
    LENIENT,
    /**
     * As Stripe's API does it, for clients that were made for it: keys without quotes, only {@code POST}, refusals in its form
     * with its codes, 400 instead of 422 for another payload, and its choice of what is kept ({@link
     * OutcomePolicy#stripe}).
     */
    STRIPE
}
