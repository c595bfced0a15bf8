package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** What a failure tells of doubt, whatever was wrapped around it. */
class CarriedDoubtTest {
    private final Retry engine =
            Retry.builder(noDelay(2).build()).virtualTime(new VirtualTime()).build();

    private Throwable failing(Failure failure) {
        return catchThrowable(() -> engine.call(Safety.keyed("k"), () -> {
            throw failure;
        }));
    }

    @Test
    void aLostReplyIsDoubt_alsoUnderWrappers() {
        Throwable lost = failing(Failure.unknown("reply lost"));

        assertThat(GaveUpException.mayHaveHappened(lost)).isTrue();
        assertThat(GaveUpException.mayHaveHappened(new IllegalStateException("booking", new Exception(lost))))
                .isTrue();
    }

    @Test
    void theFactsBesideAFailureThatPassedThroughCount() {
        Throwable noted = new Exception("thrown by an engine");
        noted.addSuppressed(failing(Failure.unknown("reply lost")));

        assertThat(GaveUpException.mayHaveHappened(new RuntimeException(noted))).isTrue();
    }

    @Test
    void aFailureWithoutDoubtIsNone() {
        assertThat(GaveUpException.mayHaveHappened(failing(Failure.passing("down"))))
                .isFalse();
        assertThat(GaveUpException.mayHaveHappened(failing(Failure.rejected("no"))))
                .isFalse();
    }

    @Test
    void causesThatFormACircleEnd() {
        Exception one = new Exception("one");
        one.initCause(new Exception("two", one));

        assertThat(GaveUpException.carriesDoubt(one)).isFalse();
        assertThat(GaveUpException.mayHaveHappened(one)).isTrue();
    }

    @Test
    void itMayHaveHappened_whenNobodyKnows() {
        Exception lost = new IllegalStateException("booking", new SocketTimeoutException("Read timed out"));

        assertThat(GaveUpException.mayHaveHappened(lost)).isTrue();
        assertThat(GaveUpException.mayHaveHappened(new Exception("plain"))).isTrue();
        assertThat(GaveUpException.carriesDoubt(lost))
                .as("no engine has seen it")
                .isFalse();
    }

    @Test
    void nothingHappened_whenTheStandardRulesKnowThat() {
        assertThat(GaveUpException.mayHaveHappened(new RuntimeException(new ConnectException("refused"))))
                .isFalse();
        assertThat(GaveUpException.mayHaveHappened(new RejectedExecutionException("full")))
                .isFalse();
    }

    @Test
    void aReadThatTimedOutDidNothing_whateverItsCauseSays() {
        Throwable late = catchThrowable(() -> engine.call(Safety.readOnly(), () -> {
            throw Failure.unknown("reply lost");
        }));

        assertThat(late).isInstanceOf(GaveUpException.class);
        assertThat(GaveUpException.mayHaveHappened(late)).isFalse();
        assertThat(GaveUpException.mayHaveHappened(new RuntimeException(late))).isFalse();
    }

    @Test
    void anEngineSaysTheSameOfAFailureThatNoRuleKnows() {
        Throwable thrown = catchThrowable(() -> engine.call(() -> {
            throw new IllegalStateException("booking", new SocketTimeoutException("Read timed out"));
        }));

        assertThat(GaveUpException.of(thrown).orElseThrow().mayHaveHappened()).isTrue();
        assertThat(engine.tryCall(() -> {
                            throw new IllegalStateException("booking", new SocketTimeoutException("Read timed out"));
                        })
                        .<Boolean>fold(success -> false, GaveUp::mayHaveHappened))
                .isTrue();
    }
}
