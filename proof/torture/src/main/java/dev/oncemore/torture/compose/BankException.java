package dev.oncemore.torture.compose;

import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Verdict;

/** A failure of the bank with its own verdict. Without a stack trace, because a million are thrown per minute. */
final class BankException extends Exception implements Classified {
    private static final long serialVersionUID = 1L;

    private final transient Act.Kind kind;

    BankException(Act.Kind kind) {
        super(kind.name(), null, true, false);
        this.kind = kind;
    }

    Act.Kind kind() {
        return kind;
    }

    @Override
    public Verdict verdict() {
        String words = kind.name();
        return switch (kind) {
            case UNAUTHORIZED, FORBIDDEN, NOT_FOUND -> Verdict.permanent(words);
            case THROTTLES -> Verdict.throttled(words);
            case UNAVAILABLE, REFUSES_CONNECTION -> Verdict.transientFailure(words);
            case REJECTS -> Verdict.rejected(words);
            case LOSES_REPLY, LOSES_REQUEST -> Verdict.unknownOutcome(words);
            case BOOKS, BUG_AFTER, ERROR_AFTER -> throw new IllegalStateException(words + " is no failure of the bank");
        };
    }
}
