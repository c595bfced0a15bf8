package dev.oncemore.lab.sim;

import java.util.SplittableRandom;

/**
 * A dependency at the end of the chain. The whole fate of a request is computed when it arrives: workers take requests in
 * order, so its start is known, and faults are planned. So a request needs no event of its own. A request whose caller
 * has left is still worked on, unless the model drops it or stops then.
 */
public final class SimulatedDependency implements Destination {
    private static final long REFUSAL_NANOS = 1_000_000;
    private static final double SLOW_START_FACTOR = 3;

    private final Timeline timeline;
    private final DependencyModel model;
    private final SplittableRandom random;
    private final DependencyFigures figures;
    private final WorkerHeap workers;
    private final StartQueue waiting;
    private final FaultSchedule plan;
    private final long slotNanos;
    private long throttleNanos;
    private long recoveredNanos = Long.MIN_VALUE / 2;

    /** A dependency of this model. */
    public SimulatedDependency(
            Timeline timeline, DependencyModel model, DependencyFigures figures, SplittableRandom random) {
        this.timeline = timeline;
        this.model = model;
        this.figures = figures;
        this.random = random;
        waiting = new StartQueue(timeline);
        workers = new WorkerHeap(model.workers());
        plan = new FaultSchedule(model.faults());
        slotNanos = model.perSecondMax() == 0 ? 0 : 1_000_000_000L / model.perSecondMax();
    }

    @Override
    public void receive(SimulatedCall call, int ticket, long remainingNanos) {
        long now = timeline.nanoTime();
        if (plan.recoveredBefore(now)) {
            // A crash has emptied queue and workers.
            recoveredNanos = plan.recoveryNanos();
            workers.restartAt(recoveredNanos);
            waiting.clear();
        }
        waiting.startedBy(now);
        figures.arrived(now, waiting.size());
        FaultWindow.Kind fault = plan.kindAt(now);
        if (fault == FaultWindow.Kind.CRASHED) {
            figures.refused();
            call.answerAt(ticket, now + REFUSAL_NANOS, Reply.REFUSED);
        } else if (fault == FaultWindow.Kind.HANGING) {
            call.answerAt(ticket, now, Reply.NOTHING);
        } else if (isOverRate(now)) {
            figures.throttled();
            call.answerAt(ticket, now + REFUSAL_NANOS, Reply.THROTTLED);
        } else if (waiting.size() >= model.queueMax() && workers.firstFreeNanos() > now) {
            figures.refused();
            call.answerAt(ticket, now + REFUSAL_NANOS, Reply.REFUSED);
        } else {
            work(call, ticket, now, remainingNanos);
        }
    }

    /** A bucket of one second: a steady rate, with bursts up to that. */
    private boolean isOverRate(long now) {
        if (slotNanos == 0) {
            return false;
        }
        long full = Math.max(throttleNanos, now) + slotNanos;
        if (full - now > 1_000_000_000L) {
            return true;
        }
        throttleNanos = full;
        return false;
    }

    private void work(SimulatedCall call, int ticket, long now, long remainingNanos) {
        long start = Math.max(now, workers.firstFreeNanos());
        if (start > now) {
            waiting.add(start);
        }
        if (model.dropsExpired() && start - now >= remainingNanos) {
            figures.dropped();
            call.answerAt(ticket, now, Reply.NOTHING);
            return;
        }
        long service = (long) (model.service().drawNanos(random) * plan.slownessAt(start) * slowStartAt(start));
        long leaves = call.leavesNanos(now, remainingNanos);
        boolean isCutShort = model.dropsExpired() && start + service > leaves;
        long finish = isCutShort ? Math.max(start, leaves) : start + service;
        workers.takeFirstUntil(finish);
        long crash = plan.crashBefore(now, finish);
        if (crash != FaultSchedule.NONE) {
            call.answerAt(ticket, crash, Reply.RESET);
            return;
        }
        figures.worked(finish - start, finish - Math.max(start, leaves), finish - call.originNanos());
        if (isCutShort) {
            call.answerAt(ticket, finish, Reply.NOTHING);
            return;
        }
        boolean fails = random.nextDouble() < Math.max(model.errorShare(), plan.errorsAt(start));
        if (fails) {
            call.answerAt(ticket, finish, Reply.ERROR);
        } else {
            takeEffect(call, ticket, finish);
        }
    }

    private void takeEffect(SimulatedCall call, int ticket, long finish) {
        if (call.isReadOnly()) {
            figures.effective();
        } else if (model.deduplicates() && call.effects() > 0) {
            figures.replayed();
        } else if (call.takeEffect() > 1) {
            figures.duplicated(finish);
        } else {
            figures.effective();
        }
        boolean isLost = model.lostShare() > 0 && random.nextDouble() < model.lostShare();
        call.answerAt(ticket, finish, isLost ? Reply.RESET : Reply.OK);
    }

    private double slowStartAt(long start) {
        long span = model.slowStart().toNanos();
        long since = start - recoveredNanos;
        return span == 0 || since >= span ? 1 : 1 + SLOW_START_FACTOR * (span - since) / span;
    }
}
