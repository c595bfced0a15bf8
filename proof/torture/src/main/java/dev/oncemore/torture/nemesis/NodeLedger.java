package dev.oncemore.torture.nemesis;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The parent's view of what nodes did and which outcomes they got, behind one lock. It outlives every node. */
final class NodeLedger {
    private static final String NOTED = "noted";

    private final ViolationLog violations;
    private final CampaignCounters counters;
    private final Runs effectRuns;
    private final Runs taskRuns;
    private final LeaseLedger leased;
    private final TransactionLedger atomic;
    private final LaneLedger lanes;

    NodeLedger(ViolationLog violations, CampaignCounters counters, long leaseMillis, long seed) {
        this.violations = violations;
        this.counters = counters;
        effectRuns = new Runs(violations, counters, leaseMillis);
        taskRuns = new Runs(violations, counters, leaseMillis);
        leased = new LeaseLedger(violations, counters, effectRuns, seed);
        atomic = new TransactionLedger(violations);
        lanes = new LaneLedger(violations, counters, taskRuns, seed + 1);
    }

    /** Handles a node's message. Returns the reply, or empty when the reply is to be lost. */
    synchronized Optional<String> handle(NodeProcess member, List<String> words) {
        switch (words.get(0)) {
            case "begin" -> {
                member.markWorking();
                leased.begin(member, words.get(1), number(words, 2));
            }
            case "told" -> leased.told(member, words.get(1), number(words, 2));
            case "end" -> leased.end(member, words.get(1), number(words, 2));
            case "book" -> {
                return leased.book(member, words.get(1), words.get(2), number(words, 3), false);
            }
            case "outcome" -> leased.outcome(member, words.get(1), number(words, 2), words.get(3), words.get(4));
            case "atomic" -> atomic.outcome(member, words.get(1), words.get(2), words.get(3));
            case "open" -> {
                return Optional.of(Integer.toString(lanes.open()));
            }
            case "enqueued" -> lanes.enqueued(member, words.get(1), words.get(2));
            case "not-enqueued" -> {}
            case "task-begin" ->
                lanes.begin(member, words.get(1), words.get(2), number(words, 3), (int) number(words, 4));
            case "task-told" -> lanes.told(member, words.get(1), number(words, 2));
            case "task-end" -> lanes.end(member, words.get(1), number(words, 2));
            case "task-effect" -> {
                return lanes.effect(member, words.get(1), words.get(2), number(words, 3));
            }
            case "task-event" -> lanes.event(member, words.get(1), words.get(2), (int) number(words, 3));
            case "fault" ->
                counters.landed("store " + words.get(1).toLowerCase(Locale.ROOT).replace('_', ' '));
            case "ready" -> member.markReady();
            case "quiet" -> member.markQuiet((int) number(words, 1));
            case "crashed" -> crashed(member, words);
            default -> throw new IllegalStateException("unknown message " + words);
        }
        return Optional.of(NOTED);
    }

    private static long number(List<String> words, int index) {
        return Long.parseLong(words.get(index));
    }

    private void crashed(NodeProcess member, List<String> words) {
        Timeline timeline = violations.timeline(member.name);
        timeline.add("its thread " + words.get(1) + " ended: " + words.get(2));
        violations.broken("a node survives faults of its store", timeline);
    }

    /** Reports a node that ended without being killed. */
    void died(NodeProcess member, String lastWords) {
        Timeline timeline = violations.timeline(member.name);
        timeline.add("it ended by itself: " + lastWords);
        violations.broken("a node survives faults of its store", timeline);
    }

    /** Removes the runs of a process that ended. */
    synchronized void gone(NodeProcess member) {
        effectRuns.gone(member);
        taskRuns.gone(member);
    }

    synchronized void requireStaleRunsTold() {
        effectRuns.requireAllToldInTime();
        taskRuns.requireAllToldInTime();
    }

    synchronized List<String> keysOf(NodeProcess member) {
        return leased.keysOf(member);
    }

    /** The bank, for the auditor: its replies are never lost. */
    synchronized String book(String who, String key, String downstreamKey, long fence) {
        return leased.book(who, key, downstreamKey, fence, true).orElseThrow();
    }

    synchronized Map<String, LeaseLedger.Effect> leasedEffects() {
        return leased.effects();
    }

    synchronized Map<String, TransactionLedger.Effect> atomicEffects() {
        return atomic.effects();
    }

    synchronized Map<String, LaneLedger.TaskEntry> tasks() {
        return lanes.tasks();
    }

    synchronized void forget() {
        leased.forget();
        atomic.forget();
        lanes.forget();
    }
}
