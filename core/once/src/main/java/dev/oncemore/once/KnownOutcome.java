package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.RecordFinish;

/**
 * The outcome of an effect whose value is known before it runs, such as the id of a task that is about to be enqueued. Many of
 * them are recorded in one statement, each with its effect in the same transaction:
 *
 * <pre>{@code
 * KnownOutcome<String> known = enqueue.known(key, request, task.id());
 * // in an open transaction:
 * if (once.within(connection).record(List.of(known)).get(0)) {
 *     insert(connection, task);
 * }
 * }</pre>
 *
 * @param <T> what the effect returns
 */
public final class KnownOutcome<T> {
    private final NewClaim claim;
    private final RecordFinish finish;
    private final T value;

    KnownOutcome(NewClaim claim, RecordFinish finish, T value) {
        this.claim = claim;
        this.finish = finish;
        this.value = value;
    }

    /** The key of the effect. */
    public Key key() {
        return claim.key();
    }

    /** What the caller gets when the transaction that recorded it and ran its effect is committed. */
    public Outcome<T> outcome() {
        String problem = finish.error();
        return problem == null ? new Outcome.Done<>(value, false) : new Outcome.DoneWithoutValue<>(false, problem);
    }

    RecordFinish finish() {
        return finish;
    }

    /**
     * Its record. The token is another one each time: after a lost commit, the record of the first transaction must not be
     * recognised as that of the second, which would run the effect again.
     */
    NewOutcome withToken(String token) {
        return new NewOutcome(
                new NewClaim(claim.key(), claim.fingerprint(), token, claim.who(), claim.lease()), finish);
    }
}
