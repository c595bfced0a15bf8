package dev.oncemore.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // a scope is entered, not used
class CallScopeTest {
    private final VirtualTime time = new VirtualTime();
    private final Retry inner = Retry.builder(
                    RetryPolicy.named("inner").maxAttempts(3).build())
            .virtualTime(time)
            .build();

    @Test
    void anInnerEngineMakesOneAttempt_onTheThreadThatTheScopeWasCarriedTo() throws Exception {
        Retry outer = Retry.builder(RetryPolicy.named("outer").maxAttempts(1).build())
                .virtualTime(time)
                .build();
        AtomicInteger attempts = new AtomicInteger();

        CallScope attempt = outer.call(CallScope::capture);
        CompletableFuture<Void> work = elsewhere(() -> {
            try (CallScope.Entered entered = attempt.enter()) {
                inner.call(() -> {
                    attempts.incrementAndGet();
                    throw new ConnectException();
                });
            }
        });

        assertThatExceptionOfType(ExecutionException.class).isThrownBy(work::get);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void theDeadlineIsKept_andEndsWithTheScope() throws Exception {
        CallScope scope = Deadline.within(time, Duration.ofSeconds(5), CallScope::capture);
        time.advance(Duration.ofSeconds(2));

        elsewhere(() -> {
                    try (CallScope.Entered entered = scope.enter()) {
                        assertThat(Deadline.remaining()).contains(Duration.ofSeconds(3));
                    }
                    assertThat(Deadline.remaining()).isEmpty();
                })
                .get();
        assertThat(Deadline.remaining()).isEmpty();
    }

    @Test
    void anOpenTransactionIsStillOpen_andEndsWithTheScope() throws Exception {
        CallScope scope = OpenTransaction.around(CallScope::capture);

        elsewhere(() -> {
                    try (CallScope.Entered entered = scope.enter()) {
                        assertThat(OpenTransaction.isOpen()).isTrue();
                    }
                    assertThat(OpenTransaction.isOpen()).isFalse();
                })
                .get();
    }

    @Test
    void anOuterScopeIsRestored_whenScopesAreNested() {
        CallScope nothing = CallScope.capture();

        OpenTransaction.around(() -> Deadline.within(time, Duration.ofSeconds(1), () -> {
            try (CallScope.Entered entered = nothing.enter()) {
                assertThat(OpenTransaction.isOpen()).isFalse();
                assertThat(Deadline.remaining()).isEmpty();
            }
            assertThat(OpenTransaction.isOpen()).isTrue();
            assertThat(Deadline.remaining()).contains(Duration.ofSeconds(1));
            return null;
        }));
    }

    @Test
    void aScopeIsClosedOnItsOwnThreadOnly() throws Exception {
        CallScope.Entered entered = CallScope.capture().enter();

        elsewhere(() -> assertThatIllegalStateException().isThrownBy(entered::close))
                .get();
        entered.close();
    }

    private static CompletableFuture<Void> elsewhere(Action<Exception> work) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                work.run();
                ended.complete(null);
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        });
        thread.start();
        return ended;
    }
}
