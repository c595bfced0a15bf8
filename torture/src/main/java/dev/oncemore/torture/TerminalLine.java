package dev.oncemore.torture;

import dev.oncemore.torture.net.ProgressLine;
import java.io.PrintWriter;

/** A progress line that overwrites itself on a terminal; without a terminal nothing is shown. */
final class TerminalLine implements ProgressLine {
    private final PrintWriter out;
    private final boolean isTerminal = System.console() != null;

    TerminalLine(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void show(String text) {
        if (isTerminal) {
            out.print("\r\u001b[K" + text);
            out.flush();
        }
    }

    void clear() {
        show("");
    }
}
