package dev.oncemore.torture;

import dev.oncemore.torture.net.ProgressLine;
import dev.oncemore.torture.net.Violation;
import java.io.PrintWriter;
import java.time.Duration;

/** A progress line that overwrites itself on a terminal, or prints a new line every 30 seconds elsewhere. Thread-safe. */
final class TerminalLine implements ProgressLine {
    /** Set by the launcher, because newer JDKs cannot detect a terminal. */
    private static final boolean IS_TERMINAL = Boolean.getBoolean("oncemore.terminal");

    private static final long PAUSE_NANOS = Duration.ofSeconds(30).toNanos();

    private final PrintWriter line;
    private final Reports reports;
    private long shownNanos = System.nanoTime();

    TerminalLine(PrintWriter line, Reports reports) {
        this.line = line;
        this.reports = reports;
    }

    @Override
    public synchronized void show(String text) {
        if (IS_TERMINAL) {
            line.print("\r\u001b[K" + text);
            line.flush();
        } else if (System.nanoTime() - shownNanos > PAUSE_NANOS) {
            shownNanos = System.nanoTime();
            line.println(text);
        }
    }

    @Override
    public synchronized void found(Violation violation) {
        clear();
        reports.print(violation);
    }

    synchronized void clear() {
        if (IS_TERMINAL) {
            show("");
        }
    }
}
