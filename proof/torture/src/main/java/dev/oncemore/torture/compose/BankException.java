package dev.oncemore.torture.compose;

import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;

/** A failure of the bank with its own classification. Without a stack trace, because a million are thrown per minute. */
final class BankException extends Exception implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient BankBehaviour.Kind kind;

    BankException(BankBehaviour.Kind kind) {
        super(kind.name(), null, true, false);
        this.kind = kind;
    }

    BankBehaviour.Kind kind() {
        return kind;
    }

    @Override
    public Classification classification() {
        String words = kind.name();
        return switch (kind) {
            case UNAUTHORIZED, FORBIDDEN, NOT_FOUND -> Classification.permanent(words);
            case THROTTLES -> Classification.throttled(words);
            case UNAVAILABLE, REFUSES_CONNECTION -> Classification.transientFailure(words);
            case REJECTS -> Classification.rejected(words);
            case LOSES_REPLY, LOSES_REQUEST -> Classification.unknownOutcome(words);
            case BOOKS, BUG_AFTER, ERROR_AFTER ->
                throw new IllegalStateException(words + " is not a failure of the bank");
        };
    }
}
