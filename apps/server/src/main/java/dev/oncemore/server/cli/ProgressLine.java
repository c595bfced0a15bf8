package dev.oncemore.server.cli;

import dev.oncemore.time.Time;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How far a sheet is, on one line of a terminal; where there is no terminal, a line for each tenth. */
final class ProgressLine {
    private static final int WIDTH = 20;
    private static final int TENTHS = 10;
    private static final Duration WINDOW = Duration.ofSeconds(30);

    private final PrintWriter out;
    private final boolean isTerminal;
    private final Time time;
    private final String title;
    private int shownTenth = -1;
    private final ArrayDeque<Seen> seen = new ArrayDeque<>();
    /** What was seen last before the window. */
    private @Nullable Seen before;

    ProgressLine(PrintWriter out, boolean isTerminal, Time time, String title) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.time = time;
        this.title = title;
    }

    private record Seen(long atNanos, int done) {}

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
        if (isTerminal && out instanceof PlainOutput plain) {
            plain.startLineAgain();
            out.print(line);
        } else {
            out.println(line);
        }
        out.flush();
    }

    /** By the last 30 seconds; nothing before they are over. */
    private String left(int done, int rows) {
        if (done == rows) {
            return "done";
        }
        long now = time.nanoTime();
        seen.add(new Seen(now, done));
        while (seen.size() > 1 && now - seen.element().atNanos() > WINDOW.toNanos()) {
            before = seen.remove();
        }
        if (before == null || done == before.done()) {
            return "";
        }
        long leftNanos = (now - before.atNanos()) / (done - before.done()) * (rows - done);
        return Math.max(1, Duration.ofNanos(leftNanos).toSeconds()) + " s left";
    }

    void end() {
        if (isTerminal) {
            out.println();
        }
        out.flush();
    }
}
