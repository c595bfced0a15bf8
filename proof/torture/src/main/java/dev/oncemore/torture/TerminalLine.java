package dev.oncemore.torture;

import dev.oncemore.torture.net.ProgressLine;
import java.io.PrintWriter;
import java.time.Duration;

/** A progress line that overwrites itself on a terminal; elsewhere a new line every 30 seconds. */
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
