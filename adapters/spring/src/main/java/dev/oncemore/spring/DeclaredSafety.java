package dev.oncemore.spring;

import dev.oncemore.retry.Safety;

/** Whether a method may be called again after an unknown outcome, such as a lost reply. */
public enum DeclaredSafety {
    /** Nothing is declared: after an unknown outcome the call is not repeated. */
    UNDECLARED,
    /** The method changes nothing. */
    READ_ONLY,
    /** Calling the method twice has the same effect as calling it once; so it is with {@link RunOnce}. */
    IDEMPOTENT;

    Safety safety() {
        return switch (this) {
            case UNDECLARED -> Safety.undeclared();
            case READ_ONLY -> Safety.readOnly();
            case IDEMPOTENT -> Safety.idempotent();
        };
    }
}
