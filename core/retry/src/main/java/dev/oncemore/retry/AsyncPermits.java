package dev.oncemore.retry;

import dev.oncemore.time.Time;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gets the permits of an asynchronous attempt without holding a thread: first that of the limiter, then that of the rate
 * limiter, because an attempt must start when its turn comes.
 */
final class AsyncPermits {
    private AsyncPermits() {}

    /** Launches the attempt with its permits, now or later, or gives the call up. */
    static <T extends @Nullable Object> void acquire(Core core, AsyncCall<T> call) {
        ConcurrencyLimiter gate = core.guards.gate();
        if (gate == null || gate.tryEnter()) {
            awaitTurn(core, call);
        } else {
            queue(core, call, gate);
        }
    }

    private static <T extends @Nullable Object> void queue(Core core, AsyncCall<T> call, ConcurrencyLimiter gate) {
        CallProgress progress = call.progress();
        long waitNanos = Math.min(gate.queueTimeoutNanos(), progress.remainingNanos(core.time.nanoTime()));
        ConcurrencyLimiter.Waiter waiter = waitNanos <= 0 ? null : gate.tryQueue();
        if (waiter == null) {
            call.giveUp(progress.turnedAway());
            return;
        }
        Time.Alarm alarm = core.alarmOrNow(waitNanos, () -> gate.abandon(waiter));
        SteppedFuture.Step queued = new QueuedStep(gate, waiter, alarm);
        call.hold(queued);
        // The derived stage is unused: a failure in here ends this call.
        CompletableFuture<Void> unused = waiter.thenAccept(granted -> {
            alarm.cancel();
            if (!call.dispatch(() -> call.guarded(() -> afterQueue(core, call, gate, queued, granted)))) {
                progress.ignoredByBreaker();
                if (granted) {
                    gate.leave();
                }
            }
        });
    }

    private static <T extends @Nullable Object> void afterQueue(
            Core core, AsyncCall<T> call, ConcurrencyLimiter gate, SteppedFuture.Step queued, boolean granted) {
        if (!call.release(queued)) {
            // The caller is gone: pass the permit to the next waiter.
            if (granted) {
                gate.leave();
            }
            call.progress().ignoredByBreaker();
            call.progress().giveBackReservation();
        } else if (granted) {
            awaitTurn(core, call);
        } else {
            call.giveUp(call.progress().turnedAway());
        }
    }

    private static <T extends @Nullable Object> void awaitTurn(Core core, AsyncCall<T> call) {
        RatePermits rate = core.rate;
        long waitNanos = rate == null ? 0 : call.progress().reserveTurn(rate);
        if (rate == null || waitNanos == 0) {
            call.launch();
        } else if (waitNanos < 0) {
            leaveGate(core);
            call.giveUp(call.progress().overRate(-waitNanos));
        } else {
            Turn<T> turn = new Turn<>(core, call, rate);
            if (!call.pause(turn, waitNanos)) {
                turn.cancelled();
                call.giveUp(call.progress().stop(StopReason.UNSCHEDULED));
            }
        }
    }

    private static void leaveGate(Core core) {
        ConcurrencyLimiter gate = core.guards.gate();
        if (gate != null) {
            gate.leave();
        }
    }

    /** The wait for a turn of the rate limiter. */
    private static final class Turn<T extends @Nullable Object> extends PauseStep {
        private final Core core;
        private final AsyncCall<T> call;
        private final RatePermits rate;

        Turn(Core core, AsyncCall<T> call, RatePermits rate) {
            this.core = core;
            this.call = call;
            this.rate = rate;
        }

        @Override
        public void run() {
            if (!call.dispatch(() -> call.guarded(this::start)) && call.release(this)) {
                cancelled();
            }
        }

        private void start() {
            if (call.release(this)) {
                rate.arrive();
                call.launch();
            }
        }

        @Override
        void cancelled() {
            rate.arrive();
            leaveGate(core);
            call.progress().ignoredByBreaker();
            call.progress().giveBackReservation();
        }
    }
}
