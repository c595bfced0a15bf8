package dev.oncemore.torture.nemesis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The fake bank, and the outcomes that nodes got for their effects there. It books once per downstream key, drops replies, is busy
 * at times, and refuses some keys for good. Callers hold the ledger's lock.
 */
final class LeaseLedger {
    private static final int REFUSED_ONE_IN = 20;
    private static final int PERCENT = 100;
    private static final int REPLIES_LOST_PERCENT = 4;
    private static final int REQUESTS_LOST_PERCENT = 5;
    private static final int BUSY_PERCENT = 9;

    private final ViolationLog violations;
    private final CampaignCounters counters;
    private final Runs runs;
    private final Random random;
    private final Map<String, Effect> effects = new HashMap<>();
    private long receipts;

    LeaseLedger(ViolationLog violations, CampaignCounters counters, Runs runs, long seed) {
        this.violations = violations;
        this.counters = counters;
        this.runs = runs;
        random = new Random(seed);
    }

    /** The state of one key. */
    static final class Effect {
        final Timeline timeline;
        private @Nullable String downstreamKey;
        private @Nullable String value;
        private long bookedFence;
        private int firstTimes;
        private long newestFence;

        private Effect(Timeline timeline) {
            this.timeline = timeline;
        }

        Optional<String> value() {
            return Optional.ofNullable(value);
        }
    }

    Map<String, Effect> effects() {
        return Map.copyOf(effects);
    }

    /** Forgets the keys of a round, which are not used again. */
    void forget() {
        effects.clear();
    }

    private Effect effect(String key) {
        return effects.computeIfAbsent(key, absent -> new Effect(violations.timeline("key " + key)));
    }

    void begin(NodeProcess member, String key, long fence) {
        Effect effect = effect(key);
        effect.timeline.add(member + " runs the effect under fence " + fence);
        if (effect.newestFence > 0) {
            counters.count("takeovers of records", 1);
        }
        if (effect.firstTimes > 0 && fence > effect.newestFence) {
            violations.broken("an effect that is done is not run again", effect.timeline);
        }
        effect.newestFence = Math.max(effect.newestFence, fence);
        runs.begin(key, new Run(fence, 0, member, effect.timeline), effect.newestFence);
    }

    void told(NodeProcess member, String key, long fence) {
        effect(key).timeline.add(member + " was told that fence " + fence + " is lost");
        runs.told(key, fence);
    }

    void end(NodeProcess member, String key, long fence) {
        effect(key).timeline.add(member + " ended the effect under fence " + fence);
        runs.ended(key, fence);
    }

    static boolean isRefused(String key) {
        return Math.floorMod(key.hashCode(), REFUSED_ONE_IN) == 0;
    }

    /** The reply; empty when it is lost. */
    Optional<String> book(Object who, String key, String downstreamKey, long fence, boolean isReliable) {
        Effect effect = effect(key);
        if (effect.downstreamKey != null && !effect.downstreamKey.equals(downstreamKey)) {
            violations.broken("an effect has one downstream key", effect.timeline);
        }
        effect.downstreamKey = downstreamKey;
        int luck = isReliable ? PERCENT : random.nextInt(PERCENT);
        if (luck >= REPLIES_LOST_PERCENT && luck < REQUESTS_LOST_PERCENT) {
            effect.timeline.add("the bank did not receive the request of " + who + " (fence " + fence + ")");
            return Optional.empty();
        }
        if (isRefused(key)) {
            return Optional.of("refused");
        }
        if (luck >= REQUESTS_LOST_PERCENT && luck < BUSY_PERCENT) {
            effect.timeline.add("the bank was too busy for " + who + " (fence " + fence + ")");
            return Optional.of("busy");
        }
        String value = effect.value;
        if (value == null) {
            value = "receipt-" + ++receipts;
            effect.value = value;
            effect.bookedFence = fence;
            effect.timeline.add("the bank booked it for " + who + " (fence " + fence + "): " + value);
        }
        if (luck < REPLIES_LOST_PERCENT) {
            effect.timeline.add("the bank's reply to " + who + " (fence " + fence + ") was lost");
            return Optional.empty();
        }
        return Optional.of(value);
    }

    /** Checks the outcome of a call; fence 0 when it did not run the effect itself. */
    void outcome(NodeProcess member, String key, long fence, String kind, String text) {
        Effect effect = effect(key);
        effect.timeline.add(member + " was told (fence " + fence + "): " + kind + " " + text);
        boolean booked = effect.value != null && (fence == 0 || effect.bookedFence <= fence);
        switch (kind) {
            case "done", "replayed" -> requireBooked(effect, text);
            case "failed-final", "failed-retryable" -> {
                if (booked) {
                    violations.broken("a booked key is not reported as failed", effect.timeline);
                }
            }
            case "threw" -> {
                if (fence > 0 && booked && !text.contains(" RAISES ")) {
                    violations.broken("an exception after a booking says that the outcome is unknown", effect.timeline);
                }
            }
            case "unknown", "unwritten", "deposed", "in-progress" -> {}
            default -> violations.broken("an outcome is of a possible kind", effect.timeline);
        }
        if (kind.equals("done")) {
            requireRightful(effect, fence);
        }
        settle(key, fence, kind);
    }

    private void requireBooked(Effect effect, String value) {
        if (!value.equals(effect.value)) {
            violations.broken("what is acknowledged is what was booked", effect.timeline);
        }
    }

    private void requireRightful(Effect effect, long fence) {
        if (++effect.firstTimes > 1) {
            violations.broken("one call brings an effect about, all others replay it", effect.timeline);
        }
        if (effect.newestFence > fence) {
            violations.broken("an effect that is done is not run again", effect.timeline);
        }
    }

    private void settle(String key, long fence, String kind) {
        Run run = runs.find(key, fence).orElse(null);
        if (run == null) {
            return;
        }
        if (kind.equals("threw") || kind.equals("unwritten")) {
            // The store's answer to its end is unknown.
            runs.remove(key, run);
        } else {
            runs.settled(key, run, !kind.equals("deposed"));
        }
    }

    /** Keys that this process is running now. */
    List<String> keysOf(NodeProcess member) {
        return runs.subjectsOf(member);
    }
}
