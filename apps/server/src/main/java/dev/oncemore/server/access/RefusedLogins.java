package dev.oncemore.server.access;

import dev.oncemore.operations.audit.Acts;
import dev.oncemore.time.Time;
import java.time.Duration;

/** Refused logins in the audit trail: a bounded number a minute, then only their count, so that they cannot fill the store. */
final class RefusedLogins {
    private static final int LINES_MAX = 30;
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final Acts acts;
    private final Time time;
    private long windowNanos;
    private int lines;
    private long unwritten;

    RefusedLogins(Acts acts, Time time) {
        this.acts = acts;
        this.time = time;
        this.windowNanos = time.nanoTime();
    }

    /** Writes a line, unless there are enough for now. */
    void add(String subject) {
        long before;
        synchronized (this) {
            long now = time.nanoTime();
            if (now - windowNanos > WINDOW.toNanos()) {
                windowNanos = now;
                lines = 0;
            }
            if (lines >= LINES_MAX) {
                unwritten++;
                return;
            }
            lines++;
            before = unwritten;
            unwritten = 0;
        }
        String more = before == 0 ? "" : before + " more before this one";
        acts.run(here -> {
            here.audit("nobody", "login refused", subject, more);
            return true;
        });
    }
}
