package dev.oncemore.torture.compose;

import dev.oncemore.once.record.Key;
import dev.oncemore.torture.ledger.Invocation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The call that a layer makes to the one below.
 *
 * @param visit the user's call that it is part of
 * @param invocation collects the effects that it causes
 * @param operation the operation of the bank
 * @param bankKey the key by which the bank recognises a repetition; null while no layer has set one
 * @param holds the claims under which it runs, innermost first; null for none
 * @param request the HTTP request that it serves; null for none
 * @param transaction the open transaction; null for none
 */
record Call(
        Visit visit,
        Invocation invocation,
        int operation,
        @Nullable String bankKey,
        @Nullable Hold holds,
        @Nullable Request request,
        @Nullable Transaction transaction) {

    /** The first call of a visit. */
    static Call first(Visit visit) {
        return new Call(visit, new Invocation(null), 0, null, null, null, null);
    }

    Call within(Invocation inner) {
        return new Call(visit, inner, operation, bankKey, holds, request, transaction);
    }

    Call keyed(String key) {
        return bankKey == null ? new Call(visit, invocation, operation, key, holds, request, transaction) : this;
    }

    Call under(Key key, long fence, String downstreamKey) {
        return new Call(visit, invocation, operation, downstreamKey, new Hold(key, fence, holds), request, transaction);
    }

    /**
     * A claim.
     *
     * @param key the record's key
     * @param fence its fence
     * @param outer the claim around it
     */
    record Hold(Key key, long fence, @Nullable Hold outer) {
        /** A claim in a transaction has no lease that could be lost. */
        static final long NO_FENCE = -1;
    }

    /** A copy in this transaction, under a record of it. */
    Call in(Transaction open, Key key) {
        return new Call(visit, invocation, operation, bankKey, new Hold(key, Hold.NO_FENCE, holds), request, open);
    }

    /** A copy for another operation of the bank. */
    Call of(int otherOperation) {
        return new Call(visit, invocation, otherOperation, bankKey, holds, request, transaction);
    }

    /** The call that a server makes, with only the data of the request. */
    Call received(@Nullable String key, Request request) {
        return new Call(visit, invocation, operation, key, holds, request, transaction);
    }

    /** A request over the wire. */
    static final class Request {
        /** The request that the caller itself is serving. */
        final @Nullable Request outer;
        /** Whether its caller no longer waits for the answer. */
        boolean abandoned;

        Request(@Nullable Request outer) {
            this.outer = outer;
        }
    }

    /** One call of one user. */
    static final class Visit {
        final int number;
        final List<Runnable> cancels = new ArrayList<>();

        @Nullable
        Thread thread;

        boolean over;

        Visit(int number) {
            this.number = number;
        }
    }
}
