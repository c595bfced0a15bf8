package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.retry.Retry;
import dev.oncemore.retry.Safety;
import dev.oncemore.retry.policy.Backoff;
import dev.oncemore.retry.policy.Classified;
import dev.oncemore.retry.policy.Doubt;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Doubt that one attempt raises stays until an attempt succeeds or the other side answers for this task. */
class DoubtAcrossAttemptsTest {
    private static final dev.oncemore.retry.policy.Classification REPLY_LOST =
            dev.oncemore.retry.policy.Classification.unknownOutcome("no reply");
    private static final dev.oncemore.retry.policy.Classification UNAUTHORIZED =
            dev.oncemore.retry.policy.Classification.permanent("401");
    private static final dev.oncemore.retry.policy.Classification BUSY =
            dev.oncemore.retry.policy.Classification.throttled("429");
    private static final dev.oncemore.retry.policy.Classification NO =
            dev.oncemore.retry.policy.Classification.rejected("no");

    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore store = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 100);
    private final List<Boolean> seen = new ArrayList<>();

    private static final class Failure extends RuntimeException implements Classified {
        private static final long serialVersionUID = 1L;
        private final transient dev.oncemore.retry.policy.Classification verdict;

        Failure(dev.oncemore.retry.policy.Classification verdict) {
            this.verdict = verdict;
        }

        Failure(dev.oncemore.retry.policy.Classification verdict, Throwable cause) {
            super(cause);
            this.verdict = verdict;
        }

        @Override
        public dev.oncemore.retry.policy.Classification classification() {
            return verdict;
        }
    }

    private static Attempt throwing(dev.oncemore.retry.policy.Classification verdict) {
        return () -> {
            throw new Failure(verdict);
        };
    }

    private interface Attempt {
        Verdict run() throws Exception;
    }

    /** Runs these attempts one after the other, and answers the task. */
    private TaskHandle after(Attempt... attempts) {
        ArrayDeque<Attempt> left = new ArrayDeque<>(Arrays.asList(attempts));
        RetryPolicy policy = RetryPolicy.named("test")
                .maxAttempts(attempts.length)
                .backoff(Backoff.none())
                .build();
        Tasks tasks = Tasks.on(store, TaskSettings.standard().time(time).policy(policy))
                .handle("call", String.class, (text, run) -> {
                    seen.add(run.inDoubt());
                    return left.remove().run();
                });
        TaskHandle handle = tasks.enqueue("call", "x");
        while (tasks.manualWorker().runAll() > 0) {
            time.advance(Duration.ofSeconds(10));
        }
        assertThat(Thread.interrupted() || left.isEmpty()).isTrue();
        return handle;
    }

    private DeadLetter letter(TaskHandle handle) {
        return store.deadLetters().read(List.of(handle.id())).get(0).orElseThrow();
    }

    @Test
    void afterALostReplyA401IsADeadLetterInDoubt_thatSaysSo() {
        TaskHandle handle = after(throwing(REPLY_LOST), throwing(BUSY), throwing(UNAUTHORIZED));

        assertThat(seen).containsExactly(false, true, true);
        assertThat(letter(handle).inDoubt()).isTrue();
        assertThat(letter(handle).reason()).contains("401").contains("an earlier attempt may have taken effect");
        assertThat(letter(handle).signature()).doesNotContain("earlier");
    }

    @Test
    void withoutDoubtA401IsADeadLetterThatDidNothing() {
        TaskHandle handle = after(throwing(BUSY), throwing(UNAUTHORIZED));

        assertThat(seen).containsExactly(false, false);
        assertThat(letter(handle).inDoubt()).isFalse();
        assertThat(letter(handle).reason()).doesNotContain("may have taken effect");
    }

    @Test
    void anAnswerAboutThisTaskSettlesDoubt() {
        TaskHandle handle = after(throwing(REPLY_LOST), throwing(NO));

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.REJECTED);
    }

    @Test
    void aRejectionThatAnEarlierAttemptMayHaveBroughtAboutIsForAPerson() {
        TaskHandle handle = after(throwing(REPLY_LOST), throwing(NO.with(Doubt.LEAVES)));

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DEAD);
        assertThat(letter(handle).inDoubt()).isTrue();
        assertThat(letter(handle).reason()).contains("an earlier attempt may have taken effect");
    }

    @Test
    void aSettledFailureLetsTheNextAttemptBeginWithoutDoubt() {
        TaskHandle handle = after(throwing(REPLY_LOST), throwing(BUSY.with(Doubt.SETTLES)), throwing(UNAUTHORIZED));

        assertThat(seen).containsExactly(false, true, false);
        assertThat(letter(handle).inDoubt()).isFalse();
    }

    @Test
    void theDoubtOfAnEngineInsideTheHandlerIsNotHiddenByTheExceptionAroundIt() {
        Retry bank = Retry.builder(RetryPolicy.named("bank").build())
                .virtualTime(time)
                .build();

        TaskHandle handle = after(() -> {
            try {
                return bank.call(Safety.keyed("k"), () -> {
                    throw new Failure(REPLY_LOST);
                });
            } catch (GaveUpException e) {
                throw new Failure(UNAUTHORIZED, e);
            }
        });

        assertThat(letter(handle).inDoubt()).isTrue();
    }

    @Test
    void whatBreaksOffAtAnUnknownPlaceRaisesDoubt() {
        TaskHandle interrupted = after(
                () -> {
                    throw new InterruptedException("stop");
                },
                throwing(UNAUTHORIZED));
        assertThat(letter(interrupted).inDoubt()).isTrue();

        TaskHandle broken = after(() -> {
            throw new StackOverflowError("deep");
        });
        assertThat(letter(broken).inDoubt()).isTrue();

        TaskHandle nothing = after(() -> null);
        assertThat(letter(nothing).inDoubt()).isTrue();
    }

    @Test
    void laterPausedAndDeadLeaveDoubtAsItWas() {
        TaskHandle handle = after(
                throwing(REPLY_LOST),
                () -> Verdict.retryLater(Duration.ZERO, "not yet"),
                () -> Verdict.pauseQueue(Duration.ofSeconds(1), "down"),
                () -> Verdict.dead("look at it"));

        assertThat(seen).containsExactly(false, true, true, true);
        assertThat(letter(handle).inDoubt()).isTrue();
    }

    @Test
    void aSuccessEndsIt() {
        TaskHandle handle = after(throwing(REPLY_LOST), Verdict::done);

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
    }
}
