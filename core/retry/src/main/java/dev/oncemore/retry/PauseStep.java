package dev.oncemore.retry;

import dev.oncemore.time.Time;
import org.jspecify.annotations.Nullable;

/** Waits for a time; the alarm's task and the step in one object, because there may be a million of them. */
abstract class PauseStep extends SteppedFuture.Step implements Runnable {
    private volatile Time.@Nullable Alarm alarm;

    /** Called when the caller ends the call first. */
    abstract void cancelled();

    final void set(Time time, long delayNanos) {
        alarm = time.alarm(delayNanos, this);
    }

    final void cancelAlarm() {
        Time.Alarm set = alarm;
        if (set != null) {
            set.cancel();
        }
    }

    @Override
    final void cancel() {
        cancelAlarm();
        cancelled();
    }
}
