package dev.oncemore.torture.nemesis;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.torture.nemesis.node.Workload;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Calls every key of a round again after the faults, until each is settled, and compares the store with what was booked and
 * reported.
 */
final class Auditor {
    /** How long after a lease, once the faults have ended, a key may still be in progress. */
    static final Duration ALLOWANCE = Duration.ofSeconds(5);

    private static final long PAUSE_MILLIS = 25;

    private final Operation<String> operation;
    private final NodeLedger ledger;
    private final ViolationLog violations;
    private final CampaignCounters counters;

    Auditor(SharedStore store, NodeLedger ledger, ViolationLog violations, CampaignCounters counters) {
        this.ledger = ledger;
        this.violations = violations;
        this.counters = counters;
        operation = Once.on(store.records(), OnceSettings.standard().lease(Workload.LEASE))
                .operation(Workload.LEASED, String.class)
                .waitAtMost(Duration.ZERO)
                .whenUnknown(WhenUnknown.RUN_AGAIN)
                .build();
    }

    /** Audits all keys of the round; the time is the end of the last fault. */
    void audit(long calmNanos) throws InterruptedException {
        Map<String, LeaseLedger.Effect> pending = new HashMap<>(ledger.leasedEffects());
        counters.count("keys judged", pending.size());
        long limit = Workload.LEASE.plus(ALLOWANCE).toMillis();
        while (!pending.isEmpty()) {
            long elapsed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - calmNanos);
            boolean isLate = elapsed > limit;
            for (Iterator<Map.Entry<String, LeaseLedger.Effect>> left =
                            pending.entrySet().iterator();
                    left.hasNext(); ) {
                Map.Entry<String, LeaseLedger.Effect> next = left.next();
                if (isSettled(next.getKey(), next.getValue(), isLate)) {
                    left.remove();
                    counters.inProgress(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - calmNanos));
                }
            }
            if (isLate) {
                pending.values()
                        .forEach(effect -> violations.broken(
                                "nothing is in progress a lease and " + ALLOWANCE.toSeconds() + " s after the faults",
                                effect.timeline));
                return;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private boolean isSettled(String key, LeaseLedger.Effect effect, boolean isLate) {
        Outcome<String> outcome = ask(key);
        if (outcome instanceof Outcome.Done<String> done) {
            effect.timeline.add("the auditor was told: " + outcome);
            String booked = effect.value().orElse("nothing");
            if (!booked.equals(done.value())) {
                violations.broken("what is recorded is what was booked", effect.timeline);
            }
            if (!done.isReplay()
                    && !(ask(key) instanceof Outcome.Done<String> again
                            && again.value().equals(booked))) {
                violations.broken("replays are equal", effect.timeline);
            }
            return true;
        }
        if (outcome instanceof Outcome.Failed<String> failed && failed.isFinal()) {
            effect.timeline.add("the auditor was told: " + outcome);
            if (effect.value().isPresent()) {
                violations.broken("a booked key is not recorded as failed", effect.timeline);
            }
            return true;
        }
        if (isLate) {
            effect.timeline.add("the auditor was told: " + outcome);
        }
        return false;
    }

    private Outcome<String> ask(String key) {
        return operation.key(Workload.key(key)).by("auditor").run(Payload.none(), claim -> {
            String reply = ledger.book("the auditor", key, claim.downstreamKey(), claim.fence());
            if (reply.equals("refused")) {
                throw new RefusedException();
            }
            return reply;
        });
    }

    /** The bank's permanent refusal. */
    private static final class RefusedException extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1L;

        @Override
        public Classification classification() {
            return Classification.rejected("the bank refuses this key");
        }
    }
}
