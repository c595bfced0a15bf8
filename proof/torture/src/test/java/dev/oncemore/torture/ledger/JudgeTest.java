package dev.oncemore.torture.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Outcome;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import java.io.IOException;
import java.net.ConnectException;
import java.net.MalformedURLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kind of lie, told by hand. */
class JudgeTest {
    private static final Key KEY = Key.of("acme", "pay", "1");

    private final Ledger ledger = new Ledger();
    private final Judge judge = new Judge(ledger);
    private final Invocation call = new Invocation(null);

    private static RecordFinish finish(RecordState state) {
        return new RecordFinish(KEY, 1, state, Bytes.ofText("x"), "why", null, Duration.ofHours(1));
    }

    @Nested
    class WhenTheEffectIsThere {
        private final Booking booking = ledger.book(0, "k", new Invocation(call));

        @Test
        void aPermanentFailureIsALie() {
            judge.told("Retry", new MalformedURLException("no"), call);
            assertThat(judge.broken()).startsWith("definite no for a booked effect: Retry");
        }

        @Test
        void aTransientFailureIsALie() {
            judge.told("Retry", new ConnectException("refused"), call);
            assertThat(judge.broken()).contains("definite no", "TRANSIENT");
        }

        @Test
        void doubtIsNoLie_norAnInterruptNorAnError() {
            judge.told("Retry", new IOException("reset"), call);
            judge.told("Retry", new InterruptedException(), call);
            judge.told("Retry", new AssertionError(), call);
            assertThat(judge.broken()).isNull();
        }

        @Test
        void whatAnotherCallBroughtAboutIsNotHeldAgainstThisOne() {
            judge.told("Retry", new ConnectException("refused"), new Invocation(null));
            assertThat(judge.broken()).isNull();
        }

        @Test
        void aFailedOutcomeIsALie_whoeverBroughtTheEffectAbout() {
            judge.told("Once", 0, new Outcome.Failed<>(false, false, "no", Optional.empty()));
            assertThat(judge.broken()).contains("definite no", "Once");
        }

        @ParameterizedTest
        @ValueSource(strings = {"FAILED_FINAL", "FAILED_RETRYABLE"})
        void aRecordThatSaysNoIsALie(String state) {
            judge.recorded("the record", 0, finish(RecordState.valueOf(state)), false);
            assertThat(judge.broken()).contains("definite no in the record", state);
        }

        @ParameterizedTest
        @ValueSource(ints = {400, 401, 403, 404, 422, 429, 503})
        void aStatusThatSaysNoIsALie(int status) {
            judge.answered("the server", status, true);
            assertThat(judge.broken()).contains("answered " + status);
        }

        @ParameterizedTest
        @ValueSource(ints = {201, 408, 409, 500, 504})
        void anyOtherStatusIsNone(int status) {
            judge.answered("the server", status, true);
            assertThat(judge.broken()).isNull();
        }

        @Test
        void aRejectedTaskIsALie_andACompensatedSaga() {
            judge.ended(0, false, true);
            assertThat(judge.broken()).contains("the task is rejected");
            Judge second = new Judge(ledger);
            second.sagaEnded(0, false);
            assertThat(second.broken()).contains("the saga is compensated");
        }

        @Test
        void aSecondOneIsOneTooMany() {
            ledger.book(0, "other", call);
            judge.atMostOnce(0);
            assertThat(judge.broken()).isEqualTo("booked 2 times");
        }

        @Test
        void onceItIsRolledBackOrTakenBackANoIsTrue() {
            booking.reverse();
            judge.told("Retry", new ConnectException("refused"), call);
            judge.sagaEnded(0, false);
            booking.undo();
            judge.recorded("the record", 0, finish(RecordState.FAILED_FINAL), false);
            assertThat(judge.broken()).isNull();
        }

        @Test
        void inAnOpenTransactionItCountsForNothingYet() {
            booking.begin();
            judge.told("Retry", new ConnectException("refused"), call);
            assertThat(judge.broken()).isNull();
            booking.commit();
            judge.told("Retry", new ConnectException("refused"), call);
            assertThat(judge.broken()).isNotNull();
        }

        @Test
        void oneThatNobodyCanKnowIsNobodysLie() {
            booking.markUnforeseeable();
            judge.recorded("the record", 0, finish(RecordState.FAILED_FINAL), false);
            judge.told("Retry", new ConnectException("refused"), call);
            assertThat(judge.broken()).isNull();
        }
    }

    @Nested
    class WhenTheEffectIsNotThere {
        @Test
        void aReceiptIsALie() {
            judge.told("Once", "receipt-0-0");
            assertThat(judge.broken()).startsWith("acknowledged without an effect");
        }

        @Test
        void aRecordThatSucceededIsALie_butNotAnAnswerThatAServerKept() {
            judge.recorded("the filter's record", 0, finish(RecordState.SUCCEEDED), true);
            assertThat(judge.broken()).isNull();
            judge.recorded("the record", 0, finish(RecordState.SUCCEEDED), false);
            assertThat(judge.broken()).startsWith("recorded without an effect");
        }

        @Test
        void doneWithoutAValueIsALie_andATaskThatIsDone_andASagaThatIsCompleted() {
            judge.told("Once", 0, new Outcome.DoneWithoutValue<>(true, "lost"));
            assertThat(judge.broken()).isNotNull();
            Judge second = new Judge(ledger);
            second.ended(0, true, false);
            assertThat(second.broken()).isNotNull();
            Judge third = new Judge(ledger);
            third.sagaEnded(0, true);
            assertThat(third.broken()).isNotNull();
        }

        @Test
        void everyNoIsTrue() {
            judge.told("Retry", new ConnectException("refused"), call);
            judge.recorded("the record", 0, finish(RecordState.FAILED_FINAL), false);
            judge.answered("the server", 403, false);
            judge.ended(0, false, true);
            assertThat(judge.broken()).isNull();
        }
    }

    @Test
    void aReplayThatDiffersIsALie() {
        judge.replayed("Once", "a", "a");
        assertThat(judge.broken()).isNull();
        judge.replayed("Once", "a", "b");
        assertThat(judge.broken()).startsWith("a replay is another one");
    }
}
