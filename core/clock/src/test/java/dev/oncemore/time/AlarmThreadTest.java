package dev.oncemore.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AlarmThreadTest {
    private final AlarmThread timer = new AlarmThread();
    private final BlockingQueue<String> rung = new LinkedBlockingQueue<>();

    private List<String> next(int count) throws InterruptedException {
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = rung.poll(30, TimeUnit.SECONDS);
        }
        return Stream.of(names).toList();
    }

    private static long millis(int millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    @Test
    void anEarlierAlarmRingsFirst_althoughItWasSetLater() throws InterruptedException {
        timer.set(millis(400), () -> rung.add("late"));
        timer.set(millis(1), () -> rung.add("early"));

        assertThat(next(2)).containsExactly("early", "late");
    }

    @Test
    void noAlarmRingsBeforeItsTime() throws InterruptedException {
        long start = System.nanoTime();
        timer.set(millis(30), () -> rung.add(String.valueOf(System.nanoTime() - start >= millis(30))));

        assertThat(next(1)).containsExactly("true");
    }

    @Test
    void aCancelledAlarmDoesNotRing() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        timer.set(0, () -> {
            running.countDown();
            awaitForTest(mayEnd);
        });
        running.await();
        Time.Alarm cancelled = timer.set(0, () -> rung.add("cancelled"));
        timer.set(0, () -> rung.add("kept"));
        cancelled.cancel();
        cancelled.cancel();
        mayEnd.countDown();

        assertThat(next(1)).containsExactly("kept");
        timer.set(0, () -> rung.add("end"));
        assertThat(next(1)).containsExactly("end");
    }

    @Test
    void aTaskThatThrowsDoesNotEndTheTimer() throws InterruptedException {
        timer.set(0, () -> {
            throw new AssertionError("for the test");
        });
        timer.set(millis(1), () -> rung.add("next"));

        assertThat(next(1)).containsExactly("next");
    }

    @Test
    void anInterruptOfItsThreadDoesNotEndTheTimer() throws InterruptedException {
        timer.set(0, () -> {
            rung.add(Thread.currentThread().getName());
            Thread.currentThread().interrupt();
        });
        timer.set(millis(1), () -> rung.add("next"));

        assertThat(next(2)).containsExactly(AlarmThread.NAME, "next");
    }

    @Test
    void theLongestDelayIsNotInThePast() throws InterruptedException {
        timer.set(Long.MAX_VALUE, () -> rung.add("never"));
        timer.set(Long.MIN_VALUE, () -> rung.add("now"));
        timer.set(millis(1), () -> rung.add("soon"));

        assertThat(next(2)).containsExactly("now", "soon");
        assertThat(rung).isEmpty();
    }

    @Test
    void itsThreadIsADaemon_andHasNothingOfTheFirstCaller() throws InterruptedException {
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
        inherited.set("of the caller");
        timer.set(0, () -> rung.add(Thread.currentThread().isDaemon() + " " + inherited.get()));

        assertThat(next(1)).containsExactly("true null");
    }

    private static void awaitForTest(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
