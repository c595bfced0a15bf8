package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.doubling;
import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.time.VirtualTime;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interrupts end a call at once, wherever they strike. */
class InterruptCasesTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    @AfterEach
    void clearTheFlag() {
        assertThat(Thread.interrupted())
                .as("the flag was restored for the caller")
                .isTrue();
    }

    @Test
    void whileWaiting_theFlagIsRestored_andEarlierFailuresAreSuppressed() {
        Failure busy = Failure.passing("busy");
        Retry retry = Retry.builder(doubling(5).build()).virtualTime(time).build();

        Throwable thrown = catchThrowable(() -> retry.call(() -> {
            calls.incrementAndGet();
            time.alarm(50_000_000, Thread.currentThread()::interrupt);
            throw busy;
        }));

        assertThat(thrown).isInstanceOf(GaveUpException.class).hasCauseInstanceOf(InterruptedException.class);
        assertThat(thrown.getSuppressed()).containsExactly(busy);
        assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(calls).hasValue(1);
        assertThat(retry.status().budgetRemaining())
                .as("the reserved retry was given back")
                .isEqualTo(10);
    }

    @Test
    void withoutAnyDelay_thereIsNoFurtherAttemptEither() {
        Retry retry = Retry.builder(noDelay(5).build()).virtualTime(time).build();

        Throwable thrown = catchThrowable(() -> retry.call(() -> {
            calls.incrementAndGet();
            Thread.currentThread().interrupt();
            throw Failure.passing("busy");
        }));

        assertThat(((GaveUpException) thrown).reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(calls).hasValue(1);
    }

    @Test
    void whenTheCallThrowsIt_itPassesThrough_withEarlierFailuresSuppressed() {
        Failure busy = Failure.passing("busy");
        InterruptedException interruption = new InterruptedException("call");

        Throwable thrown = catchThrowable(() -> Retry.builder(doubling(5).build())
                .virtualTime(time)
                .build()
                .call(() -> {
                    if (calls.incrementAndGet() == 1) {
                        throw busy;
                    }
                    throw interruption;
                }));

        assertThat(thrown).isSameAs(interruption);
        assertThat(thrown.getSuppressed()).contains(busy);
        assertThat(GaveUpException.of(thrown).orElseThrow().reason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(calls).hasValue(2);
    }

    @Test
    void whenTheCallWrapsIt() {
        for (Exception wrapped : new Exception[] {
            new IllegalStateException(new InterruptedException()),
            new ClosedByInterruptException(),
            new InterruptedIOException("stopped")
        }) {
            Throwable thrown = catchThrowable(() -> Retry.builder(doubling(5).build())
                    .virtualTime(time)
                    .build()
                    .call(() -> {
                        calls.incrementAndGet();
                        throw wrapped;
                    }));
            assertThat(thrown).isSameAs(wrapped);
        }
        assertThat(calls).hasValue(3);
    }

    @Test
    void aReadTimeoutIsNoInterrupt_whateverItsSuperclassSays() {
        Thread.currentThread().interrupt();
        assertThat(Failures.isInterruption(new SocketTimeoutException("read"))).isFalse();
        assertThat(Failures.isInterruption(new InterruptedIOException("stopped")))
                .isTrue();
    }
}
