package dev.oncemore.server.cli;

import dev.oncemore.time.Time;
import java.io.PrintWriter;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** How far a sheet is, on one line of a terminal; where there is no terminal, a line for each tenth. */
final class ProgressLine {
    private static final int WIDTH = 20;
    private static final int TENTHS = 10;

    private final PrintWriter out;
    private final boolean isTerminal;
    private final Time time;
    private final String title;
    private final long startNanos;
    private int shownTenth = -1;
    private int lastDone;
    private long lastChangeNanos;

    ProgressLine(PrintWriter out, boolean isTerminal, Time time, String title) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.time = time;
        this.title = title;
        this.startNanos = time.nanoTime();
        this.lastChangeNanos = startNanos;
    }

    void show(JsonNode sheet) {
        int rows = sheet.path("rows").asInt();
        int done = rows - sheet.path("underWay").asInt();
        int tenth = rows == 0 ? TENTHS : TENTHS * done / rows;
        if (!isTerminal && tenth == shownTenth) {
            return;
        }
        shownTenth = tenth;
        int full = rows == 0 ? WIDTH : WIDTH * done / rows;
        JsonNode states = sheet.path("states");
        String line =
                title + " " + "█".repeat(full) + "░".repeat(WIDTH - full) + " " + done + "/" + rows + "   created "
                        + states.path("Created").asInt() + "   duplicate "
                        + states.path("Duplicate").asInt() + "   error "
                        + states.path("Error").asInt() + "   " + left(done, rows);
        // Back to the line's start, and whatever was longer before is wiped out.
        out.print(isTerminal ? "\r\u001b[K" + line : line + System.lineSeparator());
        out.flush();
    }

    private String left(int done, int rows) {
        if (done == 0 || done == rows) {
            return done == rows ? "done" : "";
        }
        long now = time.nanoTime();
        if (done != lastDone) {
            lastDone = done;
            lastChangeNanos = now;
        }
        // What has not moved for a while will not be done in a second.
        long leftNanos = Math.max((now - startNanos) / done * (rows - done), now - lastChangeNanos);
        return Math.max(1, Duration.ofNanos(leftNanos).toSeconds()) + " s left";
    }

    void end() {
        if (isTerminal) {
            out.println();
        }
        out.flush();
    }
}
