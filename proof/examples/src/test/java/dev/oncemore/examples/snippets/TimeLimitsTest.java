package dev.oncemore.examples.snippets;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.retry.AttemptTimeoutException;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.StopReason;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeLimitsTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void oneAttemptAndTheWholeCall() {
        // snippet: limits
        RetryPolicy policy = RetryPolicy.named("payments")
                .attemptTimeout(ofMillis(350)) // one attempt
                .deadline(ofMillis(800)) // the whole call: attempts, delays and queues
                .build();
        // end

        List<Duration> left = new ArrayList<>();
        assertThatExceptionOfType(GaveUpException.class)
                .isThrownBy(() -> Retry.builder(policy)
                        .virtualTime(time)
                        .build()
                        .attempt(Safety.idempotent(), attempt -> {
                            left.add(attempt.remaining());
                            time.sleep(ofSeconds(10).toNanos());
                            return "never";
                        }))
                .withCauseInstanceOf(AttemptTimeoutException.class)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(StopReason.DEADLINE));
        assertThat(left).first().isEqualTo(ofMillis(350));
        assertThat(time.elapsed()).isLessThanOrEqualTo(ofMillis(800));
    }

    @Test
    void aLateValueIsKept() {
        Retry retry = Retry.builder(RetryPolicy.named("payments")
                        .attemptTimeout(ofMillis(10))
                        .build())
                .virtualTime(time)
                .build();

        assertThat(retry.call(() -> {
                    time.advance(ofMillis(50));
                    return "late";
                }))
                .isEqualTo("late");
    }

    @Test
    void closesWhatAnInterruptDoesNotEnd() throws IOException {
        Retry retry = Retry.of(
                RetryPolicy.named("printer").attemptTimeout(ofMillis(50)).build());
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(GaveUpException.class)
                    .isThrownBy(() -> readFrom(silent, retry))
                    .withCauseInstanceOf(AttemptTimeoutException.class);
        }
    }

    private static int readFrom(ServerSocket printer, Retry retry) throws IOException {
        // snippet: on-cancel
        int first = retry.attempt(attempt -> {
            try (Socket socket = new Socket(printer.getInetAddress(), printer.getLocalPort())) {
                attempt.onCancel(() -> close(socket)); // a blocked read ignores interrupts
                return socket.getInputStream().read();
            }
        });
        // end
        return first;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLimitThatCameWithTheRequest() {
        Retry retry = Retry.preset("api");

        // snippet: within
        String reply = Deadline.within(ofMillis(300), () -> retry.attempt(attempt -> handle(attempt.remaining())));
        // end

        assertThat(reply).isEqualTo("in time");
        assertThat(Deadline.remaining()).isEmpty();
    }

    private static String handle(Duration left) {
        return left.compareTo(ofMillis(300)) <= 0 && Deadline.remaining().isPresent() ? "in time" : "unlimited";
    }
}
