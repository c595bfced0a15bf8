package dev.oncemore.retry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.oncemore.retry.policy.RetryPolicy;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call that succeeds at once allocates nothing, with all the limits of a preset. */
class SuccessPathTest {
    private static final int CALLS = 50_000;
    private static final int ROUNDS_MAX = 20;

    /** The compiler may need some rounds, and other threads of the JVM may allocate on this one's behalf. */
    private static long leastAllocatedPerCall(Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long me = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS_MAX && least > 0; round++) {
            long before = threads.getThreadAllocatedBytes(me);
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, (threads.getThreadAllocatedBytes(me) - before) / CALLS);
        }
        return least;
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "documents", "pipeline", "three-retries", "long-job", "aws-2026"})
    void aPresetAllocatesNothing(String preset) {
        Retry retry = Retry.preset(preset);
        Call<String, RuntimeException> call = () -> "done";
        Action<RuntimeException> action = () -> {};

        assertThat(retry.core.watchdog).isNotNull();
        assertThat(leastAllocatedPerCall(() -> retry.call(call))).isZero();
        assertThat(leastAllocatedPerCall(() -> retry.run(Safety.idempotent(), action)))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPolicyAllocatesNothing_withItsDefaultLimitsAndWithoutAny(boolean limited) {
        RetryPolicy.Builder policy = RetryPolicy.named("p");
        Retry retry = Retry.of(limited ? policy.build() : Policies.unlimited(policy));
        Call<String, RuntimeException> call = () -> "done";

        assertThat(leastAllocatedPerCall(() -> retry.call(call))).isZero();
    }
}
