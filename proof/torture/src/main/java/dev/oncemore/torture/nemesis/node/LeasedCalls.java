package dev.oncemore.torture.nemesis.node;

import dev.oncemore.once.Claim;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classifier;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeoutException;

/** Effects at the parent's bank, each under a lease of a second. */
final class LeasedCalls {
    /** Keys per round: few, so that nodes compete for them. */
    private static final int KEYS = 150;

    private static final Duration REPLY_AT_MOST = Duration.ofMillis(250);
    private static final Duration WAIT_AT_MOST = Duration.ofMillis(200);
    private static final int DIRECTED_TRIES_MAX = 30;

    private final Operation<String> operation;
    private final String who;
    private final ParentLink parent;
    private final LoadControl load;

    LeasedCalls(RecordStore store, ParentLink parent, LoadControl load, String who) {
        operation = Once.on(store, OnceSettings.standard().lease(Workload.LEASE))
                .operation(Workload.LEASED, String.class)
                .waitAtMost(WAIT_AT_MOST)
                .whenUnknown(WhenUnknown.RUN_AGAIN)
                .build();
        this.who = who;
        this.parent = parent;
        this.load = load;
    }

    void callAny(Random random) {
        call("k" + load.round() + "-" + random.nextInt(KEYS), random);
    }

    /** Calls a key on the parent's request, because its owner is paused. */
    void callUntilSettled(String key, Random random) {
        for (int i = 0; i < DIRECTED_TRIES_MAX && !load.isCalm() && !call(key, random); i++) {
            load.pauseBetweenRequests(random);
        }
    }

    /** Whether it is settled. */
    private boolean call(String key, Random random) {
        // The last fence under which this call ran the effect; 0 when it did not.
        long[] fence = new long[1];
        String outcome;
        try {
            outcome = describe(operation.key(Workload.key(key)).by(who).run(Payload.none(), claim -> {
                fence[0] = claim.fence();
                return effect(claim, key, random);
            }));
        } catch (RuntimeException e) {
            Classification classification = Classifier.standard().classify(e);
            outcome = "threw\t" + classification.kind() + " " + classification.doubt() + " " + e;
        }
        int tab = outcome.indexOf('\t');
        String kind = outcome.substring(0, tab);
        parent.tell("outcome", key, Long.toString(fence[0]), kind, outcome.substring(tab + 1));
        return kind.equals("done") || kind.equals("replayed") || kind.equals("failed-final");
    }

    private String effect(Claim claim, String key, Random random) throws InterruptedException {
        String fence = Long.toString(claim.fence());
        parent.ask("begin", key, fence);
        claim.onLost(() -> parent.tell("told", key, fence));
        try {
            load.last(random, claim::isLost);
            if (claim.isLost() && random.nextBoolean()) {
                throw new BankException(Classification.transientFailure("stopped, because the claim was lost"));
            }
            return book(claim, key);
        } finally {
            parent.ask("end", key, fence);
        }
    }

    private String book(Claim claim, String key) throws InterruptedException {
        String reply;
        try {
            reply = parent.ask(REPLY_AT_MOST, "book", key, claim.downstreamKey(), Long.toString(claim.fence()));
        } catch (TimeoutException e) {
            throw new BankException(Classification.unknownOutcome("no reply from the bank"));
        }
        return switch (reply) {
            case "busy" -> throw new BankException(Classification.transientFailure("the bank is busy"));
            case "refused" -> throw new BankException(Classification.rejected("the bank refuses this key"));
            default -> reply;
        };
    }

    private static String describe(Outcome<String> outcome) {
        if (outcome instanceof Outcome.Done<String> done) {
            return (done.isReplay() ? "replayed\t" : "done\t") + done.value();
        }
        if (outcome instanceof Outcome.Failed<String> failed) {
            return (failed.isFinal() ? "failed-final\t" : "failed-retryable\t") + failed.reason();
        }
        if (outcome instanceof Outcome.Unknown<String> unknown) {
            return (unknown.record().isPresent() ? "unknown\t" : "unwritten\t") + unknown.describe();
        }
        String kind = outcome instanceof Outcome.Deposed
                ? "deposed"
                : outcome instanceof Outcome.InProgress ? "in-progress" : "unexpected";
        return kind + "\t" + outcome.describe();
    }
}
