package dev.oncemore.torture.ledger;

import dev.oncemore.once.Outcome;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import org.jspecify.annotations.Nullable;

/** Checks the results that callers get against the ledger, and keeps the first contradiction. */
public final class Judge {
    private final Ledger ledger;
    private @Nullable String broken;

    /** Checks against this ledger. */
    public Judge(Ledger ledger) {
        this.ledger = ledger;
    }

    /** The promise that was broken first; null while none was. */
    public @Nullable String broken() {
        return broken;
    }

    /** Reports a broken promise. */
    public void accuse(String rule) {
        if (broken == null) {
            broken = rule;
        }
    }

    /** Checks a receipt that a layer returned: its effect must be in the ledger. */
    public void told(String layer, String receipt) {
        if (broken == null && !ledger.hasReceipt(receipt)) {
            accuse("acknowledged without an effect: " + layer + " answered " + receipt + ", which is not booked");
        }
    }

    /** Checks an exception that a layer threw: it must not mean "no" if this call caused an effect. */
    public void told(String layer, Throwable thrown, Invocation call) {
        if (broken != null || call.standing() == 0) {
            return;
        }
        String contradiction = ReportedEffect.contradiction(thrown);
        if (contradiction != null) {
            accuse("definite no for a booked effect: " + layer + " " + contradiction);
        }
    }

    /** Checks the outcome of a Once engine: it must not mean "no" if any call caused the effect. */
    public void told(String layer, int operation, Outcome<String> outcome) {
        if (broken != null || outcome instanceof Outcome.Done) {
            return;
        }
        if (outcome instanceof Outcome.DoneWithoutValue && !ledger.hasHappened(operation)) {
            accuse("acknowledged without an effect: " + layer + " returned done");
        }
        if (ledger.known(operation) == null) {
            return;
        }
        if (outcome instanceof Outcome.Failed<String> failed) {
            accuse("definite no for a booked effect: " + layer + " answered " + failed.describe());
            return;
        }
        try {
            outcome.require();
        } catch (RuntimeException e) {
            String contradiction = ReportedEffect.contradiction(e);
            if (contradiction != null) {
                accuse("definite no for a booked effect: " + layer + " " + contradiction);
            }
        }
    }

    /** Checks a replayed value: it must be the recorded one. */
    public void replayed(String layer, String kept, String replayed) {
        if (!kept.equals(replayed)) {
            accuse("a replay is another one: " + layer + " answered " + replayed + ", but " + kept + " was kept");
        }
    }

    /**
     * Checks the status of a server's response.
     *
     * @param booked whether there was an effect that the status must not deny
     */
    public void answered(String layer, int status, boolean booked) {
        boolean no =
                status == 429 || status == 503 || (status >= 400 && status < 500 && status != 408 && status != 409);
        if (no && booked) {
            accuse("definite no for a booked effect: " + layer + " answered " + status);
        }
    }

    /**
     * Checks how a record was settled.
     *
     * @param keepsRefusals whether a recorded refusal counts as success, as for a server's response
     */
    public void recorded(String layer, int operation, RecordFinish finish, boolean keepsRefusals) {
        if (broken != null) {
            return;
        }
        boolean no = finish.state() == RecordState.FAILED_FINAL || finish.state() == RecordState.FAILED_RETRYABLE;
        if (no && ledger.known(operation) != null) {
            accuse("definite no in the record of a booked effect: " + layer + " " + finish.state() + " "
                    + finish.error());
        }
        if (finish.state() == RecordState.SUCCEEDED && !keepsRefusals && !ledger.hasHappened(operation)) {
            accuse("recorded without an effect: " + layer + " SUCCEEDED");
        }
    }

    /** Checks a settled task: done means that the effect exists, rejected that it does not. */
    public void ended(int operation, boolean isDone, boolean isRejected) {
        if (isDone && !ledger.hasHappened(operation)) {
            accuse("acknowledged without an effect: the task is done");
        }
        if (isRejected && ledger.known(operation) != null) {
            accuse("definite no for a booked effect: the task is rejected");
        }
    }

    /** Checks a saga that ended: all of its effects exist, or none. */
    public void sagaEnded(int operation, boolean isCompleted) {
        if (isCompleted && ledger.any(operation) == null) {
            accuse("acknowledged without an effect: the saga is completed, but operation " + operation
                    + " is not there");
        }
        if (!isCompleted && ledger.known(operation) != null) {
            accuse("definite no for a booked effect: the saga is compensated, but operation " + operation
                    + " is there");
        }
    }

    /** Checks at the end that a protected operation happened at most once. */
    public void atMostOnce(int operation) {
        int count = ledger.count(operation);
        if (count > 1) {
            accuse("booked " + count + " times");
        }
    }
}
