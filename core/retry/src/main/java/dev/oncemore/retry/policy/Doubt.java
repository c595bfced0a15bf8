package dev.oncemore.retry.policy;

/**
 * What a failure implies about whether the effect happened. Doubt raised by one attempt remains, across later attempts,
 * until an attempt succeeds or a response for the same key settles it.
 */
public enum Doubt {
    /** The effect may have happened: the reply was lost, or the code failed at an unknown place. */
    RAISES,
    /** This attempt did nothing, and implies nothing about earlier ones: a 401, a refused connection, a throttle. */
    LEAVES,
    /** A response for this key: neither this attempt nor an earlier one took effect. */
    SETTLES;

    /** The default for a kind of failure. */
    static Doubt of(FailureKind kind) {
        return switch (kind) {
            case TIMEOUT_UNKNOWN_OUTCOME, PROGRAMMER_ERROR -> RAISES;
            case TRANSIENT, THROTTLED, PERMANENT -> LEAVES;
            case DOMAIN_REJECTION -> SETTLES;
        };
    }
}
