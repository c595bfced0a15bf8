package dev.oncemore.task;

import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.time.Duration;

/** Counts running work, to wait until there is none. */
final class UnderWay {
    private final Time time;
    private int count;

    UnderWay(Time time) {
        this.time = time;
    }

    synchronized void enter() {
        count++;
    }

    synchronized void leave() {
        count--;
        notifyAll();
    }

    /** Waits until no work is running; false if some still is by then, or this thread is interrupted. */
    boolean awaitNone(Duration atMost) {
        boolean[] over = {atMost.isZero()};
        Time.Alarm alarm = time.alarm(Durations.saturatedNanos(atMost), () -> {
            synchronized (this) {
                over[0] = true;
                notifyAll();
            }
        });
        try {
            synchronized (this) {
                while (count > 0 && !over[0]) {
                    wait();
                }
                return count == 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            alarm.cancel();
        }
    }
}
