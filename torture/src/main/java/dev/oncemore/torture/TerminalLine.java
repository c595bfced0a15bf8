package dev.oncemore.torture;

import dev.oncemore.torture.net.ProgressLine;
import java.io.PrintWriter;
import java.time.Duration;

/** One line of a terminal that is written again and again; without a terminal, a line of its own now and then. */
final class TerminalLine implements ProgressLine {
    /** Set by the launcher, since newer JDKs cannot tell. */
    private static final boolean IS_TERMINAL = Boolean.getBoolean("oncemore.terminal");

    private static final long PAUSE_NANOS = Duration.ofSeconds(30).toNanos();

    private final PrintWriter out;
    private long saidNanos = System.nanoTime();

    TerminalLine(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void show(String text) {
        if (IS_TERMINAL) {
            out.print("\r\u001b[K" + text);
            out.flush();
        } else if (System.nanoTime() - saidNanos > PAUSE_NANOS) {
            saidNanos = System.nanoTime();
            out.println(text);
        }
    }

    void clear() {
        if (IS_TERMINAL) {
            show("");
        }
    }
}
