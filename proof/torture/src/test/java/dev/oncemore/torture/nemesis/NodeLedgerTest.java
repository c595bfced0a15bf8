package dev.oncemore.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.torture.net.ProgressLine;
import dev.oncemore.torture.net.Violation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Messages of nodes are checked: histories that keep the promises pass, and each way to break one is caught. */
class NodeLedgerTest {
    private static final String DOWNSTREAM = "0123456789abcdef";
    private static final String KEY = "k1-7";

    private final ViolationLog violations = new ViolationLog(ProgressLine.SILENT);
    private final CampaignCounters counters = new CampaignCounters();
    private final NodeLedger ledger = new NodeLedger(violations, counters, 1_000, 1);
    private NodeProcess first;
    private NodeProcess second;

    @BeforeEach
    void startProcesses() throws IOException {
        first = member(0);
        second = member(1);
    }

    private static NodeProcess member(int index) throws IOException {
        Process process = new ProcessBuilder("sleep", "60").start();
        return new NodeProcess(index, "n" + index, process, Path.of("."));
    }

    @AfterEach
    void endProcesses() {
        first.process.destroyForcibly();
        second.process.destroyForcibly();
    }

    private void say(NodeProcess member, String... words) {
        ledger.handle(member, List.of(words));
    }

    private List<String> broken() {
        return violations.kept().stream().map(Violation::rule).toList();
    }

    /** As the auditor's: its replies are never lost. */
    private String book(long fence) {
        return ledger.book("a node", KEY, DOWNSTREAM, fence);
    }

    @Nested
    class Records {

        @Test
        void aTakeOverWhoseStaleRunIsToldAndDeposed_isFine() {
            say(first, "begin", KEY, "1");
            say(second, "begin", KEY, "2");
            say(first, "told", KEY, "1");
            String receipt = book(1);
            say(first, "end", KEY, "1");
            say(first, "outcome", KEY, "1", "deposed", "");
            assertThat(book(2)).as("the bank honours keys").isEqualTo(receipt);
            say(second, "end", KEY, "2");
            say(second, "outcome", KEY, "2", "done", receipt);
            say(first, "outcome", KEY, "0", "replayed", receipt);

            assertThat(broken()).isEmpty();
            assertThat(counters.counted("stale runs told")).isOne();
        }

        @Test
        void anUnknownOutcomeThatIsTakenOverAtOnce_isFine() {
            say(first, "begin", KEY, "1");
            say(first, "end", KEY, "1");
            say(second, "begin", KEY, "2");
            say(first, "outcome", KEY, "1", "unknown", "no reply");

            assertThat(broken()).isEmpty();
        }

        @Test
        void aDeposedRunWhoseEndCouldNotBeWritten_isFine() {
            say(first, "begin", KEY, "1");
            say(second, "begin", KEY, "2");
            say(first, "end", KEY, "1");
            say(first, "outcome", KEY, "1", "unwritten", "the store is away");

            assertThat(broken()).isEmpty();
        }

        @Test
        void aBookedKeyThatIsReportedAsFailed_isCaught() {
            say(first, "begin", KEY, "1");
            book(1);
            say(first, "outcome", KEY, "1", "failed-retryable", "busy");

            assertThat(broken()).containsExactly("a booked key is not reported as failed");
        }

        @Test
        void aFailureBeforeAnotherBookedIt_isFine() {
            say(first, "begin", KEY, "1");
            say(first, "end", KEY, "1");
            say(second, "begin", KEY, "2");
            book(2);
            say(first, "outcome", KEY, "1", "failed-retryable", "busy");

            assertThat(broken()).isEmpty();
        }

        @Test
        void anExceptionThatForgetsTheBooking_isCaught() {
            say(first, "begin", KEY, "1");
            book(1);
            say(first, "end", KEY, "1");
            say(first, "outcome", KEY, "1", "threw", "TRANSIENT LEAVES the store is away");

            assertThat(broken()).containsExactly("an exception after a booking says that the outcome is unknown");
        }

        @Test
        void anAcknowledgementOfWhatWasNotBooked_isCaught() {
            say(first, "outcome", KEY, "0", "replayed", "receipt-99");

            assertThat(broken()).containsExactly("what is acknowledged is what was booked");
        }

        @Test
        void aSecondFirstTime_isCaught() {
            say(first, "begin", KEY, "1");
            String receipt = book(1);
            say(first, "end", KEY, "1");
            say(first, "outcome", KEY, "1", "done", receipt);
            say(second, "begin", KEY, "2");
            say(second, "end", KEY, "2");
            say(second, "outcome", KEY, "2", "done", receipt);

            assertThat(broken())
                    .containsExactly(
                            "an effect that is done is not run again",
                            "one call brings an effect about, all others replay it");
        }

        @Test
        void theEndOfADeposedRunThatIsAccepted_isCaught() {
            say(first, "begin", KEY, "1");
            say(second, "begin", KEY, "2");
            say(first, "end", KEY, "1");
            say(first, "outcome", KEY, "1", "unknown", "no reply");

            assertThat(broken()).containsExactly("the end of a deposed run is refused");
        }

        @Test
        void aRightfulRunThatIsToldToBeLost_isCaught() {
            say(first, "begin", KEY, "1");
            say(first, "told", KEY, "1");
            String receipt = book(1);
            say(first, "end", KEY, "1");
            say(first, "outcome", KEY, "1", "done", receipt);

            assertThat(broken()).containsExactly("a rightful run is not told that it is lost");
        }

        @Test
        void whatAKilledProcessRan_isNobodysAnyMore() {
            say(first, "begin", KEY, "1");
            ledger.gone(first);
            say(second, "begin", KEY, "2");

            assertThat(ledger.keysOf(first)).isEmpty();
            assertThat(ledger.keysOf(second)).containsExactly(KEY);
            assertThat(broken()).isEmpty();
        }
    }

    @Nested
    class Atomic {

        @Test
        void differentReplays_areCaught() {
            say(first, "atomic", "a1-1", "done", "one");
            say(second, "atomic", "a1-1", "replayed", "two");

            assertThat(broken()).containsExactly("replays are equal");
        }

        @Test
        void twoTransactionsThatBothDidIt_areCaught() {
            say(first, "atomic", "a1-1", "done", "one");
            say(second, "atomic", "a1-1", "done", "one");

            assertThat(broken()).containsExactly("one transaction brings an effect about, all others replay it");
        }
    }

    @Nested
    class Tasks {

        private void work(NodeProcess member, String id, String name, int fence) {
            say(member, "task-begin", id, name, "" + fence, "" + fence);
            say(member, "task-effect", id, name, "" + fence);
            say(member, "task-end", id, "" + fence);
        }

        @Test
        void aLaneInOrder_isFine() {
            work(first, "x", "lane:0", 1);
            say(first, "task-event", "done", "x", "1");
            work(second, "y", "lane:1", 1);
            say(second, "task-event", "done", "y", "1");

            assertThat(broken()).isEmpty();
        }

        @Test
        void aHandlerThatBeginsLateAndIsLost_isFine() {
            work(second, "x", "lane:0", 2);
            say(second, "task-event", "done", "x", "2");
            work(first, "x", "lane:0", 1);
            say(first, "task-event", "lost", "x", "1");

            assertThat(broken()).isEmpty();
            assertThat(counters.counted("late effects refused")).isOne();
        }

        @Test
        void anEffectBeforeItsTurn_isCaught() {
            work(first, "y", "lane:1", 1);

            assertThat(broken()).containsExactly("a lane keeps its order");
        }

        @Test
        void aDeposedAttemptThatIsDone_isCaught() {
            say(first, "task-begin", "x", "lane:0", "1", "1");
            work(second, "x", "lane:0", 2);
            say(first, "task-end", "x", "1");
            say(first, "task-event", "done", "x", "1");

            assertThat(broken())
                    .containsExactly(
                            "a deposed attempt is not done: a later one began", "the end of a deposed run is refused");
        }

        @Test
        void twoRightfulOwnersAtOnce_areCaught() {
            say(first, "task-begin", "x", "lane:0", "1", "1");
            say(second, "task-begin", "y", "lane:1", "1", "1");
            say(first, "task-effect", "x", "lane:0", "1");
            say(second, "task-effect", "y", "lane:1", "1");
            say(first, "task-end", "x", "1");
            say(second, "task-end", "y", "1");
            say(first, "task-event", "done", "x", "1");
            say(second, "task-event", "done", "y", "1");

            assertThat(broken()).containsExactly("a lane is worked on by one rightful owner at a time");
        }

        @Test
        void aTaskThatIsDoneTwice_orGivenAgain_isCaught() {
            work(first, "x", "lane:0", 1);
            say(first, "task-event", "done", "x", "1");
            work(second, "x", "lane:0", 2);
            say(second, "task-event", "done", "x", "2");

            assertThat(broken()).containsExactly("a task that was done is not given again", "a task is done once");
        }

        @Test
        void aTaskThatIsDoneWithoutItsEffect_isCaught() {
            say(first, "task-begin", "x", "lane:0", "1", "1");
            say(first, "task-end", "x", "1");
            say(first, "task-event", "done", "x", "1");

            assertThat(broken()).containsExactly("a task that is done had its effect");
        }
    }
}
