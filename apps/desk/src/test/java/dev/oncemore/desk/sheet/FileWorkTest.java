package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.operations.Rejected;
import dev.oncemore.spreadsheet.Checkpoint;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class FileWorkTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void runsNoMoreFilesAtOnceThanItHasThreads_onPlatformThreadsOfItsOwn() throws Exception {
        FileWork work = new FileWork(2, LONG, LONG, Time.system());
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch two = new CountDownLatch(2);
        ExecutorService callers = Executors.newCachedThreadPool();
        List<Future<String>> results = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String who = "person" + i;
            results.add(callers.submit(() -> work.run(who, checkpoint -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                two.countDown();
                await(two);
                running.decrementAndGet();
                return Thread.currentThread().getName();
            })));
        }
        for (Future<String> result : results) {
            assertThat(result.get()).isEqualTo("oncemore-files");
        }
        assertThat(most).hasValue(2);
        callers.shutdown();
    }

    @Test
    void onePersonTakesFourPlaces_andOthersStillGetIn() {
        FileWork work = new FileWork(1, LONG, LONG, Time.system());
        List<FileWork.Place> places = new ArrayList<>();
        for (int i = 0; i < FileWork.PLACES_EACH; i++) {
            places.add(work.enter("anna"));
        }
        assertBusy(() -> work.enter("anna"), "you have 4 files on their way");
        assertThat(work.<String>run("ben", checkpoint -> "read")).isEqualTo("read");
        places.get(0).close();
        work.enter("anna").close();
    }

    @Test
    void peopleTakeTurns_howeverManyFilesOneOfThemHas() throws Exception {
        FileWork work = new FileWork(1, LONG, LONG, Time.system());
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        ExecutorService callers = Executors.newCachedThreadPool();
        List<Future<Boolean>> results = new ArrayList<>();
        results.add(callers.submit(() -> work.run("anna", checkpoint -> {
            started.countDown();
            await(end);
            return true;
        })));
        await(started);
        for (String who : List.of("anna", "anna", "anna", "ben")) {
            int waiting = work.waiting();
            results.add(callers.submit(() -> work.run(who, checkpoint -> order.add(who))));
            while (work.waiting() == waiting) {
                Thread.onSpinWait(); // until it is in the queue: the order is the point
            }
        }
        end.countDown();
        for (Future<Boolean> result : results) {
            assertThat(result.get()).isTrue();
        }
        assertThat(order).containsExactly("anna", "ben", "anna", "anna");
        callers.shutdown();
    }

    @Test
    void allPlacesTaken_isBusy() {
        FileWork work = new FileWork(1, LONG, LONG, Time.system());
        for (int i = 0; i < FileWork.PLACES; i++) {
            work.enter("person" + i);
        }
        assertBusy(() -> work.enter("ben"), "nothing was kept of yours");
    }

    @Test
    void whoseTurnDoesNotComeInTime_isBusy_andItsFileIsNeverRead() throws Exception {
        FileWork work = new FileWork(1, LONG, Duration.ofMillis(1), Time.system());
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger read = new AtomicInteger();
        ExecutorService callers = Executors.newCachedThreadPool();
        Future<String> first = callers.submit(() -> untilItsTurnComes(work, checkpoint -> {
            started.countDown();
            await(end);
            return "read";
        }));
        await(started);
        for (int i = 0; i < 2 * FileWork.PLACES; i++) {
            assertBusy(() -> work.run("ben", checkpoint -> read.incrementAndGet()), "try again in a few seconds");
        }
        end.countDown();
        // What has begun is not given up, however long others have waited.
        assertThat(first.get()).isEqualTo("read");
        assertThat(read).hasValue(0);
        callers.shutdown();
    }

    /** A thread takes longer to start than anybody waits here. */
    private static String untilItsTurnComes(FileWork work, Function<Checkpoint, String> file) {
        while (true) {
            try {
                return work.run("anna", file);
            } catch (Rejected busy) {
                assertThat(busy.code()).isEqualTo(Rejected.Code.BUSY);
            }
        }
    }

    @Test
    void aFileThatTakesTooLongIsGivenUpAtItsNextRow_andItsPlaceIsFree() {
        VirtualTime time = new VirtualTime();
        FileWork work = new FileWork(1, Duration.ofSeconds(30), LONG, time);
        AtomicInteger rows = new AtomicInteger();
        assertThatThrownBy(() -> work.run("anna", checkpoint -> {
                    while (true) {
                        checkpoint.pass();
                        rows.incrementAndGet();
                        time.advance(Duration.ofSeconds(10));
                    }
                }))
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(Rejected.Code.TOO_LARGE))
                .hasMessageContaining("takes more than 30 seconds");
        assertThat(rows).hasValue(4);
        for (int i = 0; i < FileWork.PLACES_EACH; i++) {
            work.enter("anna");
        }
    }

    @Test
    void aRefusalReachesTheCallerAsItIs() {
        FileWork work = FileWork.standard();
        IllegalArgumentException refusal = new IllegalArgumentException("no");
        assertThatThrownBy(() -> work.run("anna", checkpoint -> {
                    throw refusal;
                }))
                .isSameAs(refusal);
    }

    private static void assertBusy(Runnable act, String message) {
        assertThatThrownBy(act::run)
                .isInstanceOfSatisfying(
                        Rejected.class, rejected -> assertThat(rejected.code()).isEqualTo(Rejected.Code.BUSY))
                .hasMessageContaining(message);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
