package dev.oncemore.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupFrontTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<List<String>> batches = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private List<String> answer(List<String> requests) {
        batches.add(List.copyOf(requests));
        return requests.stream().map(request -> request + "!").toList();
    }

    @Test
    void aLoneCallerRunsAtOnceOnItsOwnThread() {
        List<Thread> ran = new ArrayList<>();
        GroupFront<String, String> front = new GroupFront<>(
                requests -> {
                    ran.add(Thread.currentThread());
                    return answer(requests);
                },
                request -> request,
                answer -> false,
                1,
                100);

        assertThat(front.submit("a")).isEqualTo("a!");
        assertThat(ran).containsExactly(Thread.currentThread());
    }

    @Test
    void thoseWhoComeWhileABatchIsUnderWayShareTheNext() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupFront<String, String> front = new GroupFront<>(
                requests -> {
                    firstRuns.countDown();
                    awaitQuietly(release);
                    return answer(requests);
                },
                request -> request,
                answer -> false,
                1,
                100);
        Future<String> first = threads.submit(() -> front.submit("first"));
        assertThat(firstRuns.await(10, TimeUnit.SECONDS)).isTrue();
        List<Future<String>> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String request = "k" + i;
            others.add(threads.submit(() -> front.submit(request)));
        }
        while (front.queued() < 20) {
            Thread.onSpinWait();
        }

        release.countDown();

        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first!");
        for (int i = 0; i < 20; i++) {
            assertThat(others.get(i).get(10, TimeUnit.SECONDS)).isEqualTo("k" + i + "!");
        }
        assertThat(batches).hasSize(2);
        assertThat(batches.get(1)).hasSize(20);
    }

    @Test
    void oneBatchHoldsAKeyOnce_andNoMoreThanAllowed() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupFront<String, String> front = new GroupFront<>(
                requests -> {
                    firstRuns.countDown();
                    awaitQuietly(release);
                    return answer(requests);
                },
                request -> request.charAt(0),
                answer -> false,
                1,
                3);
        List<Future<String>> all = new ArrayList<>();
        all.add(threads.submit(() -> front.submit("z")));
        assertThat(firstRuns.await(10, TimeUnit.SECONDS)).isTrue();
        for (String request : List.of("a1", "a2", "b", "c", "d", "a3")) {
            all.add(threads.submit(() -> front.submit(request)));
        }
        while (front.queued() < 6) {
            Thread.onSpinWait();
        }
        release.countDown();
        for (Future<String> future : all) {
            assertThat(future.get(10, TimeUnit.SECONDS)).endsWith("!");
        }

        assertThat(batches).allSatisfy(batch -> {
            assertThat(batch).hasSizeLessThanOrEqualTo(3);
            assertThat(batch.stream().map(request -> request.charAt(0))).doesNotHaveDuplicates();
        });
    }

    @Test
    void thoseWithTheSameKeyShareAnAnswerThatIsTheSameForAll() throws Exception {
        assertThat(batchesOfTwentyWithTheSameKey(true)).isEqualTo(2);
    }

    @Test
    void whereTheAnswerIsTheFirstOnesOnly_theOthersAskAgain() throws Exception {
        assertThat(batchesOfTwentyWithTheSameKey(false)).isEqualTo(21);
    }

    private int batchesOfTwentyWithTheSameKey(boolean sameForAll) throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupFront<String, String> front = new GroupFront<>(
                requests -> {
                    firstRuns.countDown();
                    awaitQuietly(release);
                    return answer(requests);
                },
                request -> request,
                answer -> sameForAll,
                1,
                100);
        List<Future<String>> all = new ArrayList<>();
        all.add(threads.submit(() -> front.submit("a")));
        assertThat(firstRuns.await(10, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 20; i++) {
            all.add(threads.submit(() -> front.submit("a")));
        }
        while (front.queued() < 20) {
            Thread.onSpinWait();
        }
        release.countDown();
        for (Future<String> future : all) {
            assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo("a!");
        }
        return batches.size();
    }

    @Test
    void aBadRequestFailsAlone() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupFront<String, String> front = new GroupFront<>(
                requests -> {
                    firstRuns.countDown();
                    awaitQuietly(release);
                    if (requests.contains("bad")) {
                        throw new IllegalStateException("bad");
                    }
                    return answer(requests);
                },
                request -> request,
                answer -> false,
                1,
                100);
        Future<String> first = threads.submit(() -> front.submit("first"));
        assertThat(firstRuns.await(10, TimeUnit.SECONDS)).isTrue();
        Future<String> good = threads.submit(() -> front.submit("good"));
        Future<String> bad = threads.submit(() -> front.submit("bad"));
        while (front.queued() < 2) {
            Thread.onSpinWait();
        }
        release.countDown();

        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first!");
        assertThat(good.get(10, TimeUnit.SECONDS)).isEqualTo("good!");
        assertThat(bad).failsWithin(Duration.ofSeconds(10));
        assertThatIllegalStateException().isThrownBy(() -> front.submit("bad")).withMessage("bad");
    }

    @Test
    void anInterruptDoesNotLoseTheAnswer_andTheFlagStays() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupFront<String, String> front = new GroupFront<>(
                requests -> {
                    firstRuns.countDown();
                    awaitQuietly(release);
                    return answer(requests);
                },
                request -> request,
                answer -> false,
                1,
                100);
        Future<String> first = threads.submit(() -> front.submit("first"));
        assertThat(firstRuns.await(10, TimeUnit.SECONDS)).isTrue();
        AtomicInteger seen = new AtomicInteger();
        Thread waiting = new Thread(() -> {
            String answer = front.submit("second");
            seen.set("second!".equals(answer) && Thread.currentThread().isInterrupted() ? 1 : -1);
        });
        waiting.start();
        while (front.queued() < 1) {
            Thread.onSpinWait();
        }
        waiting.interrupt();
        release.countDown();
        waiting.join(10_000);

        assertThat(first.get(10, TimeUnit.SECONDS)).isEqualTo("first!");
        assertThat(seen).hasValue(1);
    }

    @Test
    void underLoadEveryRequestIsAnsweredOnce() throws Exception {
        GroupFront<String, String> front = new GroupFront<>(this::answer, request -> request, answer -> false, 2, 16);
        List<Future<String>> all = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            String request = "r" + i;
            all.add(threads.submit(() -> front.submit(request)));
        }
        for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).get(30, TimeUnit.SECONDS)).isEqualTo("r" + i + "!");
        }
        List<String> served = new ArrayList<>();
        batches.forEach(served::addAll);

        assertThat(new HashSet<>(served)).hasSize(2_000).hasSameSizeAs(served);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
