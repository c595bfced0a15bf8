package dev.oncemore.once.record;

/**
 * A record that is settled from the start, because its effect ran without a claim.
 *
 * @param claim its key, payload and caller; the token makes a repeated insert recognisable
 * @param end how the effect ended; the fence is drawn by the store, and the one given here is ignored
 */
public record NewOutcome(NewClaim claim, RecordFinish end) {

    /** Refuses a claim and an end of different keys. */
    public NewOutcome {
        if (!claim.key().equals(end.key())) {
            throw new IllegalArgumentException("the claim is of " + claim.key() + ", but the end of " + end.key());
        }
    }

    /** Its key. */
    public Key key() {
        return claim.key();
    }

    /** Whether an existing record is this one, inserted by an earlier attempt whose response was lost. */
    public boolean isSameAs(OnceRecord existing) {
        return existing.state() == end.state() && existing.token().equals(claim.token());
    }
}
