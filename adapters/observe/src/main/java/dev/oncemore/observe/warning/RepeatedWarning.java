package dev.oncemore.observe.warning;

import dev.oncemore.time.Time;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Warns about one thing that may fail again and again, such as sampling a database that is down. The first failure of a
 * cause is logged with its stack trace; repetitions are counted and told in one line after a minute, two, four and so
 * on, up to an hour. Causes are told apart by the type of the exception, whose message may differ each time.
 */
public final class RepeatedWarning {
    private static final Logger LOG = System.getLogger("dev.oncemore.observe");
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long PAUSE_MAX_NANOS = Duration.ofHours(1).toNanos();
    private static final int CAUSES_MAX = 32;

    private final Time time;
    private final Map<String, Told> causes = new LinkedHashMap<>();
    private boolean failing;

    /** Creates the warning of one place in the code. */
    public RepeatedWarning(Time time) {
        this.time = time;
    }

    /** Warns, unless the same happened a short while ago. */
    public void warn(String what, @Nullable Throwable cause) {
        warn(what, what, cause);
    }

    /** As {@link #warn(String, Throwable)}, for words that may differ each time: the topic does not. */
    public void warn(String topic, String what, @Nullable Throwable cause) {
        boolean first;
        long times = 0;
        synchronized (this) {
            long now = time.nanoTime();
            String name = topic + "\n" + typesOf(cause);
            Told told = causes.get(name);
            first = told == null;
            if (told != null) {
                times = told.timesIfDue(now);
            } else {
                if (causes.size() >= CAUSES_MAX) {
                    causes.remove(causes.keySet().iterator().next());
                }
                causes.put(name, new Told(now));
            }
            failing |= first || times > 0;
        }
        if (first) {
            LOG.log(Level.WARNING, what, cause);
        } else if (times > 0) {
            String last = cause == null ? "" : ": " + cause;
            LOG.log(
                    Level.WARNING,
                    what + last + " (" + times + (times == 1 ? " time" : " times") + " since last logged)");
        }
    }

    /** Says that it works again, if it was said that it did not. */
    public void recovered(String what) {
        synchronized (this) {
            if (!failing) {
                return;
            }
            failing = false;
            // Causes told lately are kept: what comes and goes must not fill the log either.
            long now = time.nanoTime();
            causes.values().removeIf(told -> now - told.atNanos >= told.pauseNanos);
        }
        LOG.log(Level.INFO, what);
    }

    private static String typesOf(@Nullable Throwable cause) {
        StringBuilder types = new StringBuilder();
        Throwable next = cause;
        for (int depth = 0; next != null && depth < 10; depth++) {
            types.append(next.getClass().getName()).append('\n');
            next = next.getCause();
        }
        return types.toString();
    }

    /** When a cause was last told, and how often it happened since. */
    private static final class Told {
        private long atNanos;
        private long pauseNanos = PAUSE_NANOS;
        private long times;

        Told(long nowNanos) {
            atNanos = nowNanos;
        }

        /** How often it happened since it was last told; 0 while it is too early to tell. */
        long timesIfDue(long nowNanos) {
            times++;
            if (nowNanos - atNanos < pauseNanos) {
                return 0;
            }
            long all = times;
            times = 0;
            atNanos = nowNanos;
            pauseNanos = Math.min(2 * pauseNanos, PAUSE_MAX_NANOS);
            return all;
        }
    }
}
