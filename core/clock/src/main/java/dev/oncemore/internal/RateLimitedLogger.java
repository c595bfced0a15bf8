package dev.oncemore.internal;

import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Logs what may happen again every second, such as a claim while the database is down. The first time is logged with
 * its stack trace; repetitions of the same cause are counted, and told after a minute, two, four and so on up to an
 * hour, in one line.
 */
public final class RateLimitedLogger {
    private static final Duration PAUSE_MIN = Duration.ofMinutes(1);
    private static final Duration PAUSE_MAX = Duration.ofHours(1);
    private static final int CAUSES_MAX = 64;
    private static final int CAUSE_LENGTH_MAX = 300;
    private static final int CHAIN_MAX = 10;
    /** What differs between two failures of one cause: quoted values, ids and numbers. */
    private static final Pattern VARYING =
            Pattern.compile("\"[^\"]*\"|'[^']*'|\\b[0-9a-fA-F]{8,}(?:-[0-9a-fA-F]{4,})*\\b|\\d+(?:[.,:]\\d+)*");

    private final Logger logger;
    private final Time time;
    /** The causes told so far, the oldest first. */
    private final Map<String, Told> causes = new LinkedHashMap<>();

    private volatile boolean toldFailure;

    /** Creates a logger for one place in the code. */
    public RateLimitedLogger(Logger logger, Time time) {
        this.logger = logger;
        this.time = time;
    }

    /** Logs a message whose cause is the message itself. */
    public void log(Level level, String message) {
        log(level, message, message, null);
    }

    /** Logs a failure; the cause is the exception with those that caused it. */
    public void log(Level level, String message, Throwable failure) {
        log(level, causeOf(failure), message, failure);
    }

    /** Logs a message that is made only if it is due; for what may happen thousands of times a second. */
    public void log(Level level, String cause, Supplier<String> message) {
        log(level, cause, message, null);
    }

    /** Logs a message, unless this cause was told a short while ago. */
    public void log(Level level, String cause, String message, @Nullable Throwable failure) {
        log(level, cause, () -> message, failure);
    }

    private void log(Level level, String cause, Supplier<String> message, @Nullable Throwable failure) {
        long repeated;
        synchronized (this) {
            long now = time.nanoTime();
            Told told = causes.get(cause);
            if (told == null) {
                makeRoom();
                causes.put(cause, new Told(now));
                repeated = 0;
            } else {
                repeated = told.repeatedIfDue(now);
                if (repeated == 0) {
                    return;
                }
            }
            toldFailure = true;
        }
        try {
            write(level, message.get(), failure, repeated);
        } catch (RuntimeException | Error broken) {
            // A logger that fails must not change what is being logged about, and there is no other place to report it.
        }
    }

    private void write(Level level, String message, @Nullable Throwable failure, long repeated) {
        if (repeated > 0) {
            String what = failure == null ? message : message + ": " + failure;
            logger.log(
                    level,
                    what + " (" + repeated + (repeated == 1 ? " time" : " times") + " since this was last logged)");
        } else if (failure == null) {
            logger.log(level, message);
        } else {
            logger.log(level, message, failure);
        }
    }

    /** Logs that it works again, if a failure was logged since it last did. */
    public void recovered(String message) {
        if (!toldFailure) {
            return;
        }
        synchronized (this) {
            if (!toldFailure) {
                return;
            }
            toldFailure = false;
            // The others are kept: a failure that comes and goes every few seconds must not fill the log either.
            causes.values().removeIf(told -> told.isOver(time.nanoTime()));
        }
        logger.log(Level.INFO, message);
    }

    private void makeRoom() {
        if (causes.size() >= CAUSES_MAX) {
            causes.remove(causes.keySet().iterator().next());
        }
    }

    private static String causeOf(Throwable failure) {
        StringBuilder cause = new StringBuilder();
        Throwable next = failure;
        for (int i = 0; i < CHAIN_MAX && next != null; i++) {
            cause.append(next.getClass().getName())
                    .append(' ')
                    .append(withoutVarying(String.valueOf(next.getMessage())))
                    .append('\n');
            next = next.getCause();
        }
        return cause.toString();
    }

    private static String withoutVarying(String text) {
        String head = text.length() <= CAUSE_LENGTH_MAX ? text : text.substring(0, CAUSE_LENGTH_MAX);
        return VARYING.matcher(head).replaceAll("#");
    }

    /** When a cause was last told, and how often it was not told since. */
    private static final class Told {
        private long lastNanos;
        private long pauseNanos = PAUSE_MIN.toNanos();
        private long untold;

        Told(long nowNanos) {
            lastNanos = nowNanos;
        }

        /** How often it happened since it was last told, with this time; 0 if it is too early to tell. */
        long repeatedIfDue(long nowNanos) {
            untold++;
            if (nowNanos - lastNanos < pauseNanos) {
                return 0;
            }
            long repeated = untold;
            untold = 0;
            lastNanos = nowNanos;
            pauseNanos = Math.min(2 * pauseNanos, PAUSE_MAX.toNanos());
            return repeated;
        }

        boolean isOver(long nowNanos) {
            return nowNanos - lastNanos >= pauseNanos;
        }
    }
}
