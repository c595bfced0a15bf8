package dev.oncemore.task;

import dev.oncemore.time.Durations;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * One line in the application's log for each attempt that did not succeed, with the stack trace of its exception. A
 * verdict without an exception is what the handler expects, and is logged for debugging only, unless the task is dead.
 */
final class AttemptLog {
    private AttemptLog() {}

    /** Logs how an attempt ended; nothing if it succeeded. */
    static void write(Conclusion conclusion, boolean counts) {
        try {
            writeEvent(conclusion, counts);
        } catch (RuntimeException | Error e) {
            Engine.logSafely(
                    Level.ERROR, "the end of " + conclusion.run() + " could not be logged: " + e.getClass(), null);
        }
    }

    private static void writeEvent(Conclusion conclusion, boolean counts) {
        TaskEvent event = conclusion.event();
        if (event instanceof TaskEvent.Retried retried) {
            String again = retried.failure() == null ? ": " + retried.error() : "";
            String line = " failed" + again + "; it is retried in "
                    + Durations.approximate(retried.delay().toNanos());
            write(conclusion, counts, retried.failure() == null ? Level.DEBUG : Level.WARNING, line, retried.failure());
        } else if (event instanceof TaskEvent.Dead dead) {
            write(conclusion, counts, Level.ERROR, " is dead: " + dead.reason(), dead.failure());
        } else if (event instanceof TaskEvent.Blocked blocked) {
            String line = " blocks lane '" + blocked.lane() + "': " + blocked.reason();
            write(conclusion, counts, Level.ERROR, line, blocked.failure());
        } else if (event instanceof TaskEvent.Rejected rejected) {
            Level level = rejected.failure() == null ? Level.DEBUG : Level.INFO;
            write(conclusion, counts, level, " was rejected: " + rejected.reason(), rejected.failure());
        }
    }

    private static void write(
            Conclusion conclusion, boolean counts, Level level, String line, @Nullable Throwable failure) {
        TaskRun run = conclusion.run();
        String message = "task " + run + " in queue '" + run.queue() + "'"
                + (counts ? line : " was stopped, because its workers are closing or another node has it");
        Level actual = counts ? level : Level.DEBUG;
        if (failure == null) {
            Engine.LOG.log(actual, message);
        } else {
            Engine.LOG.log(actual, message, failure);
        }
    }
}
