package dev.oncemore.task;

import java.util.ArrayList;
import java.util.List;

/**
 * Writes the ends of one lane's run in order, each only when the one before it is durable, while the run goes on. After a crash
 * the lane is then done again from a point on, and never with a hole: v1, v2, v1 would leave the other side with v1.
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

    /** Behind an end that will never be written nothing may end either: it goes back, to be done again in order. */
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
