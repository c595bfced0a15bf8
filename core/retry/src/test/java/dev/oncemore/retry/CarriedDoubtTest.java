package dev.oncemore.retry;

import static dev.oncemore.retry.Policies.noDelay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.oncemore.retry.Policies.Failure;
import dev.oncemore.time.VirtualTime;
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
    void aFailureWithoutFactsOrWithoutDoubtIsNone() {
        assertThat(GaveUpException.mayHaveHappened(new Exception("plain"))).isFalse();
        assertThat(GaveUpException.mayHaveHappened(failing(Failure.passing("down"))))
                .isFalse();
        assertThat(GaveUpException.mayHaveHappened(failing(Failure.rejected("no"))))
                .isFalse();
    }

    @Test
    void causesThatFormACircleEnd() {
        Exception one = new Exception("one");
        one.initCause(new Exception("two", one));

        assertThat(GaveUpException.mayHaveHappened(one)).isFalse();
    }
}
