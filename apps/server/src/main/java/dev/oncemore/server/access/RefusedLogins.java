package dev.oncemore.server.access;

import dev.oncemore.operations.audit.Acts;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Refused logins in the audit trail: a bounded number a minute, few of them for one client, so that they cannot fill the store and one
 * client cannot hide another. The others are only counted, and the next line has their number.
 */
final class RefusedLogins {
    static final int LINES_MAX = 30;
    static final int PER_CLIENT_MAX = 10;

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final String NOBODY = "nobody";

    private final Acts acts;
    private final Time time;
    private final Map<String, Integer> byClient = new HashMap<>();
    private long windowNanos;
    private int lines;
    private long unwritten;

    RefusedLogins(Acts acts, Time time) {
        this.acts = acts;
        this.time = time;
        this.windowNanos = time.nanoTime();
    }

    /**
     * Writes a line, unless there are enough for now.
     *
     * @param client the client to count, as by {@link dev.oncemore.server.web.ClientAddress}
     * @param subject computed only if a line is written: a refused login must be cheap
     * @param from the client's address
     */
    void add(String action, String client, Supplier<String> subject, String from) {
        if (!tryTakeLine(client)) {
            return;
        }
        long before = takeUnwritten();
        String more = before == 0 ? "" : "; " + before + " more before this one";
        write(action, subject.get(), "from " + from + more);
    }

    /** Writes how many were left out since the last line, without waiting for another refusal. */
    void flush() {
        long before = takeUnwritten();
        if (before > 0) {
            write("login refused", "several names", before + " more since the last line");
        }
    }

    private synchronized boolean tryTakeLine(String client) {
        long now = time.nanoTime();
        if (now - windowNanos > WINDOW.toNanos()) {
            windowNanos = now;
            lines = 0;
            byClient.clear();
        }
        // Not counted before there is a line to write, so that clients without one take no memory.
        if (lines >= LINES_MAX || byClient.getOrDefault(client, 0) >= PER_CLIENT_MAX) {
            unwritten++;
            return false;
        }
        lines++;
        byClient.merge(client, 1, Integer::sum);
        return true;
    }

    private synchronized long takeUnwritten() {
        long taken = unwritten;
        unwritten = 0;
        return taken;
    }

    private void write(String action, String subject, String why) {
        acts.run(here -> {
            here.audit(NOBODY, action, subject, why);
            return true;
        });
    }
}
