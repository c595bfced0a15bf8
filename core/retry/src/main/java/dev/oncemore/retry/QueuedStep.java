package dev.oncemore.retry;

import dev.oncemore.time.Time;

/** The wait for a limiter permit. */
final class QueuedStep extends SteppedFuture.Step {
    private final ConcurrencyLimiter gate;
    private final ConcurrencyLimiter.Waiter waiter;
    private final Time.Alarm alarm;

    QueuedStep(ConcurrencyLimiter gate, ConcurrencyLimiter.Waiter waiter, Time.Alarm alarm) {
        this.gate = gate;
        this.waiter = waiter;
        this.alarm = alarm;
    }

    @Override
    void cancel() {
        alarm.cancel();
        gate.abandon(waiter);
    }
}
