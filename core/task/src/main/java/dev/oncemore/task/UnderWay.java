package dev.oncemore.task;

import dev.oncemore.time.Durations;
import dev.oncemore.time.Time;
import java.time.Duration;

/** Counts what is under way, so that somebody can wait until nothing is. */
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

    /** Waits until nothing is under way; false when something still is by then, or when this thread is interrupted. */
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
