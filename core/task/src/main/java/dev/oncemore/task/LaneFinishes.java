package dev.oncemore.task;

import java.util.ArrayList;
import java.util.List;

/**
 * Records the ends of one lane's run in order, each only after the previous one is durable, while the run continues.
 * After a crash the lane is thus repeated from one point on, without gaps: v1, v2, v1 would leave the dependency with
 * v1.
 */
final class LaneFinishes {
    private final Finisher finisher;
    private List<Conclusion> waiting = new ArrayList<>();
    private boolean writing;
    private boolean broken;

    LaneFinishes(Finisher finisher) {
        this.finisher = finisher;
    }

    synchronized void add(List<Conclusion> conclusions) {
        waiting.addAll(conclusions);
        writeNext();
    }

    private synchronized void written(boolean isWritten) {
        writing = false;
        broken |= !isWritten;
        writeNext();
    }

    /** After an end that cannot be recorded, nothing may end either: the rest is released and repeated in order. */
    private void writeNext() {
        if (writing || waiting.isEmpty()) {
            return;
        }
        List<Conclusion> next = broken
                ? waiting.stream()
                        .map(conclusion -> Conclusion.released(conclusion.run()))
                        .toList()
                : waiting;
        waiting = new ArrayList<>();
        writing = true;
        finisher.submit(next, this::written);
    }
}
