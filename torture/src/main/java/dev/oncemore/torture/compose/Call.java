package dev.oncemore.torture.compose;

import dev.oncemore.once.record.Key;
import dev.oncemore.torture.ledger.Invocation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a layer hands to the one below.
 *
 * @param visit on whose behalf
 * @param invocation which effects are brought about by it
 * @param operation which operation of the bank
 * @param bankKey what the bank is to recognise a repetition by; null while no layer gave one
 * @param holds the claims under which it runs, innermost first; null for none
 * @param request the request that a server serves with it; null for none
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
     * @param key of which record
     * @param fence under which fence
     * @param outer the claim around it
     */
    record Hold(Key key, long fence, @Nullable Hold outer) {
        /** What a transaction holds has no lease that could be lost. */
        static final long NO_FENCE = -1;
    }

    /** In this transaction, under this record of it. */
    Call in(Transaction open, Key key) {
        return new Call(visit, invocation, operation, bankKey, new Hold(key, Hold.NO_FENCE, holds), request, open);
    }

    /** The same for another operation of the bank. */
    Call of(int otherOperation) {
        return new Call(visit, invocation, otherOperation, bankKey, holds, request, transaction);
    }

    /** What a server hands down: only what came over the wire. */
    Call received(@Nullable String key, Request request) {
        return new Call(visit, invocation, operation, key, holds, request, transaction);
    }

    /** A request over the wire. */
    static final class Request {
        /** The request that the caller itself is serving. */
        final @Nullable Request outer;
        /** Whether nobody waits for the answer any more. */
        boolean abandoned;

        Request(@Nullable Request outer) {
            this.outer = outer;
        }
    }

    /** One user who asks once. */
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
