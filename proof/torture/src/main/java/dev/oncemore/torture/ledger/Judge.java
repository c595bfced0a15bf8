package dev.oncemore.torture.ledger;

import dev.oncemore.once.Outcome;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import org.jspecify.annotations.Nullable;

/** Checks what callers are told against the ledger, and keeps the first contradiction. */
public final class Judge {
    private final Ledger ledger;
    private @Nullable String broken;

    /** Judges by this ledger. */
    public Judge(Ledger ledger) {
        this.ledger = ledger;
    }

    /** The promise that was broken first; null while none was. */
    public @Nullable String broken() {
        return broken;
    }

    /** A promise was broken. */
    public void accuse(String rule) {
        if (broken == null) {
            broken = rule;
        }
    }

    /** A layer returned this receipt: its effect must be in the ledger. */
    public void told(String layer, String receipt) {
        if (broken == null && !ledger.hasReceipt(receipt)) {
            accuse("acknowledged without an effect: " + layer + " answered " + receipt + ", which is not booked");
        }
    }

    /** A layer threw this at its caller: it must not say "no" when this very call brought about an effect. */
    public void told(String layer, Throwable thrown, Invocation call) {
        if (broken != null || call.standing() == 0) {
            return;
        }
        String contradiction = ReportedEffect.contradiction(thrown);
        if (contradiction != null) {
            accuse("definite no for a booked effect: " + layer + " " + contradiction);
        }
    }

    /** A Once engine answered this about an operation: it must not say "no" if any call caused the effect. */
    public void told(String layer, int operation, Outcome<String> outcome) {
        if (broken != null || outcome instanceof Outcome.Done) {
            return;
        }
        if (outcome instanceof Outcome.DoneWithoutValue && !ledger.hasHappened(operation)) {
            accuse("acknowledged without an effect: " + layer + " said done");
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

    /** A replayed value must be the one that was kept. */
    public void replayed(String layer, String kept, String replayed) {
        if (!kept.equals(replayed)) {
            accuse("a replay is another one: " + layer + " answered " + replayed + ", but " + kept + " was kept");
        }
    }

    /**
     * A server answered with this status.
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
     * A record was settled like this.
     *
     * @param keepsRefusals whether a refusal that is kept counts as success: a server's answer, whatever it is
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

    /** A task was settled: done means that the effect is there, rejected that it is not. */
    public void ended(int operation, boolean isDone, boolean isRejected) {
        if (isDone && !ledger.hasHappened(operation)) {
            accuse("acknowledged without an effect: the task is done");
        }
        if (isRejected && ledger.known(operation) != null) {
            accuse("definite no for a booked effect: the task is rejected");
        }
    }

    /** A saga ended well: all of it is there, or nothing is. */
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

    /** At the end: an operation that is protected has happened at most once. */
    public void atMostOnce(int operation) {
        int count = ledger.count(operation);
        if (count > 1) {
            accuse("booked " + count + " times");
        }
    }
}
