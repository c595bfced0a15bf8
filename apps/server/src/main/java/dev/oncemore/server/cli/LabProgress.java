package dev.oncemore.server.cli;

import dev.oncemore.time.Time;
import java.io.PrintWriter;

/** How far a simulation is, on one line of a terminal, once it takes longer than a moment. */
final class LabProgress {
    private static final long QUIET_NANOS = 1_000_000_000L;
    private static final int WIDTH = 30;

    private final PrintWriter out;
    private final boolean isTerminal;
    private final Time time;
    private final long startNanos;
    private int shown = -1;

    LabProgress(PrintWriter out, boolean isTerminal, Time time) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.time = time;
        startNanos = time.nanoTime();
    }

    /** Shows a share from 0 to 1; nothing if it has not changed, or there is no terminal. */
    void show(double share) {
        int full = (int) (WIDTH * share);
        if (!isTerminal || full == shown || time.nanoTime() - startNanos < QUIET_NANOS) {
            return;
        }
        shown = full;
        startLineAgain();
        out.print("█".repeat(full) + "░".repeat(WIDTH - full) + " " + Math.round(share * 100) + " %");
        out.flush();
    }

    /** Wipes the line out, so that the result stands alone. */
    void end() {
        if (shown >= 0) {
            startLineAgain();
            out.flush();
            shown = -1;
        }
    }

    private void startLineAgain() {
        if (out instanceof PlainOutput plain) {
            plain.startLineAgain();
        }
    }
}
