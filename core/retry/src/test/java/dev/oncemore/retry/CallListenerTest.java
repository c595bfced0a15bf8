package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.millis;
import static dev.oncemore.retry.Policies.unlimited;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.retry.policy.Breaker;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A listener can follow one call from its first failure to its end, whichever threads it moves to. */
class CallListenerTest {
    private final VirtualTime time = new VirtualTime();
    private final Recording engineWide = new Recording();
    private final List<Recording> perCall = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final List<Retry> ready = new ArrayList<>();

    private static class Recording implements RetryListener {
        final List<String> heard = new ArrayList<>();

        @Override
        public void on(RetryEvent event) {
            heard.add(event.getClass().getSimpleName());
        }

        @Override
        public void onFirstTry(String policy, String operation, long elapsedNanos) {
            heard.add("first try");
        }
    }

    private final RetryListener listener = new RetryListener() {
        @Override
        public void on(RetryEvent event) {
            engineWide.on(event);
        }

        @Override
        public void onFirstTry(String policy, String operation, long elapsedNanos) {
            engineWide.onFirstTry(policy, operation, elapsedNanos);
        }

        @Override
        public RetryListener forCall(RetryPolicy policy, String operation, String key) {
            asked.add(policy.maxAttempts() + " " + key + " "
                    + Thread.currentThread().getName());
            perCall.add(new Recording());
            return perCall.get(perCall.size() - 1);
        }

        @Override
        public void onReady(Retry engine) {
            ready.add(engine);
        }
    };

    private Retry engine(RetryPolicy policy) {
        return Retry.builder(policy).virtualTime(time).listener(listener).build();
    }

    @Test
    void isToldOfTheEngine_soThatItCanAskForTheStatus() {
        Retry retry = engine(doubling(3).build());

        assertThat(ready).containsExactly(retry);
    }

    @Test
    void isNotAskedForACallThatSucceedsAtOnce() {
        engine(doubling(3).build()).call(() -> "done");
        engine(doubling(3).deadline(millis(100)).build()).call(() -> "done");
        CompletableFuture<String> unused =
                engine(unlimited(doubling(3))).callAsync(attempt -> CompletableFuture.completedFuture("done"));

        assertThat(asked).isEmpty();
        assertThat(engineWide.heard).containsExactly("first try", "first try", "first try");
    }

    @Test
    void hearsTheWholeRestOfABlockingCall_andNothingOfAnother() throws Failure {
        Retry retry = engine(doubling(3).build());

        for (String key : List.of("a", "b")) {
            retry.attempt(Safety.keyed(key), attempt -> {
                if (attempt.number() == 1) {
                    throw Failure.passing("busy");
                }
                return "done";
            });
        }

        String thread = Thread.currentThread().getName();
        assertThat(asked).containsExactly("3 a " + thread, "3 b " + thread);
        assertThat(perCall)
                .allSatisfy(
                        call -> assertThat(call.heard).containsExactly("AttemptFailed", "RetryScheduled", "Succeeded"));
        assertThat(engineWide.heard).isEmpty();
    }

    @Test
    void isAskedOnTheCallersThread_andHearsAnAsynchronousCallThatEndsOnAnother() throws InterruptedException {
        CompletableFuture<String> reply = new CompletableFuture<>();
        CompletableFuture<String> call = engine(doubling(3).build()).callAsync(attempt -> reply);
        Thread other = new Thread(() -> reply.complete("done"), "other");
        other.start();
        other.join();

        assertThat(call).isCompletedWithValue("done");
        assertThat(asked).containsExactly("3 null " + Thread.currentThread().getName());
        assertThat(perCall.get(0).heard).containsExactly("first try");
    }

    @Test
    void hearsThatAnAsynchronousCallWasCancelled() {
        CompletableFuture<String> call =
                engine(doubling(3).deadline(millis(900)).build()).callAsync(attempt -> new CompletableFuture<>());
        call.cancel(true);

        assertThat(perCall.get(0).heard).startsWith("Abandoned");
        assertThat(engineWide.heard).isEmpty();
    }

    @Test
    void aChangeOfTheBreakerIsNoCallsOwn() {
        Retry retry = engine(
                doubling(1).breaker(Breaker.failures(1).coolDown(millis(100))).build());
        retry.tryCall(() -> {
            throw Failure.passing("busy");
        });

        assertThat(perCall.get(0).heard).containsExactly("AttemptFailed", "Abandoned");
        assertThat(engineWide.heard).containsExactly("BreakerChanged");
    }

    @Test
    void oneThatThrowsWhenAsked_leavesTheCallToTheEnginesListener() throws Failure {
        RuntimeException broken = new RuntimeException("broken");
        Retry retry = Retry.builder(doubling(3).build())
                .virtualTime(time)
                .listener(new Recording() {
                    @Override
                    public void on(RetryEvent event) {
                        engineWide.on(event);
                    }

                    @Override
                    public RetryListener forCall(RetryPolicy policy, String operation, String key) {
                        throw broken;
                    }

                    @Override
                    public void onReady(Retry engine) {
                        throw broken;
                    }
                })
                .build();

        retry.attempt(attempt -> {
            if (attempt.number() == 1) {
                throw Failure.passing("busy");
            }
            return "done";
        });

        assertThat(engineWide.heard).containsExactly("AttemptFailed", "RetryScheduled", "Succeeded");
        assertThat(retry.status().hookFailures()).isEqualTo(2);
    }
}
