package dev.oncemore.once.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.retry.policy.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupCommitTest {
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
        GroupCommit<String, String> front = new GroupCommit<>(
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
    void aRequestFromWithinABatchIsServedAtOnce() {
        List<GroupCommit<String, String>> itself = new ArrayList<>();
        GroupCommit<String, String> front = new GroupCommit<>(
                requests -> {
                    if (requests.contains("outer")) {
                        assertThat(itself.get(0).submit("inner")).isEqualTo("inner!");
                    }
                    return answer(requests);
                },
                request -> request,
                answer -> false,
                1,
                100);
        itself.add(front);

        assertThat(front.submit("outer")).isEqualTo("outer!");
        assertThat(front.submit("after")).isEqualTo("after!");
    }

    @Test
    void aRequestFromWithinATransactionWaitsForNoBatch() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch locked = new CountDownLatch(1);
        GroupCommit<String, String> front = new GroupCommit<>(
                requests -> {
                    if (requests.contains("first")) {
                        firstRuns.countDown();
                        awaitQuietly(locked);
                    }
                    return answer(requests);
                },
                request -> request,
                answer -> false,
                1,
                100);
        Future<String> first = threads.submit(() -> front.submit("first"));
        firstRuns.await();

        assertThat(OpenTransaction.<String, RuntimeException>around(() -> front.submit("second")))
                .isEqualTo("second!");

        locked.countDown();
        assertThat(first.get()).isEqualTo("first!");
    }

    @Test
    void thoseWhoComeWhileABatchIsUnderWayShareTheNext() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupCommit<String, String> front = new GroupCommit<>(
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
        assertThat(firstRuns.await(30, TimeUnit.SECONDS)).isTrue();
        List<Future<String>> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String request = "k" + i;
            others.add(threads.submit(() -> front.submit(request)));
        }
        while (front.queued() < 20) {
            Thread.onSpinWait();
        }

        release.countDown();

        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("first!");
        for (int i = 0; i < 20; i++) {
            assertThat(others.get(i).get(30, TimeUnit.SECONDS)).isEqualTo("k" + i + "!");
        }
        assertThat(batches).hasSize(2);
        assertThat(batches.get(1)).hasSize(20);
    }

    @Test
    void oneBatchHoldsAKeyOnce_andNoMoreThanAllowed() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupCommit<String, String> front = new GroupCommit<>(
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
        assertThat(firstRuns.await(30, TimeUnit.SECONDS)).isTrue();
        for (String request : List.of("a1", "a2", "b", "c", "d", "a3")) {
            all.add(threads.submit(() -> front.submit(request)));
        }
        while (front.queued() < 6) {
            Thread.onSpinWait();
        }
        release.countDown();
        for (Future<String> future : all) {
            assertThat(future.get(30, TimeUnit.SECONDS)).endsWith("!");
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
        GroupCommit<String, String> front = new GroupCommit<>(
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
        assertThat(firstRuns.await(30, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 20; i++) {
            all.add(threads.submit(() -> front.submit("a")));
        }
        while (front.queued() < 20) {
            Thread.onSpinWait();
        }
        release.countDown();
        for (Future<String> future : all) {
            assertThat(future.get(30, TimeUnit.SECONDS)).isEqualTo("a!");
        }
        return batches.size();
    }

    @Test
    void aBadRequestFailsAlone() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupCommit<String, String> front = new GroupCommit<>(
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
        assertThat(firstRuns.await(30, TimeUnit.SECONDS)).isTrue();
        Future<String> good = threads.submit(() -> front.submit("good"));
        Future<String> bad = threads.submit(() -> front.submit("bad"));
        while (front.queued() < 2) {
            Thread.onSpinWait();
        }
        release.countDown();

        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("first!");
        assertThat(good.get(30, TimeUnit.SECONDS)).isEqualTo("good!");
        assertThat(bad).failsWithin(Duration.ofSeconds(10));
        assertThatIllegalStateException().isThrownBy(() -> front.submit("bad")).withMessage("bad");
    }

    @Test
    void aStoreThatIsAwayIsAskedOnceForAll() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        GroupCommit<String, String> front = new GroupCommit<>(
                requests -> {
                    asked.incrementAndGet();
                    firstRuns.countDown();
                    awaitQuietly(release);
                    throw new StoreException(FailureKind.TRANSIENT, "no connection", null);
                },
                request -> request,
                answer -> false,
                1,
                100);
        List<Future<String>> all = new ArrayList<>();
        all.add(threads.submit(() -> front.submit("first")));
        assertThat(firstRuns.await(30, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 20; i++) {
            String request = "k" + i;
            all.add(threads.submit(() -> front.submit(request)));
        }
        while (front.queued() < 20) {
            Thread.onSpinWait();
        }
        release.countDown();

        assertThat(all)
                .allSatisfy(future -> assertThat(future)
                        .failsWithin(Duration.ofSeconds(10))
                        .withThrowableOfType(ExecutionException.class)
                        .withCauseInstanceOf(StoreException.class));
        assertThat(asked).hasValue(2);
    }

    @Test
    void anInterruptedCallerThatLeadsABatchDoesNotFailTheOthers() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupCommit<String, String> front = new GroupCommit<>(
                requests -> {
                    firstRuns.countDown();
                    awaitQuietly(release);
                    if (Thread.currentThread().isInterrupted()) {
                        throw new StoreException(
                                FailureKind.TRANSIENT, "interrupted while waiting for a connection", null);
                    }
                    return answer(requests);
                },
                request -> request,
                answer -> false,
                1,
                100);
        Future<String> first = threads.submit(() -> front.submit("first"));
        assertThat(firstRuns.await(30, TimeUnit.SECONDS)).isTrue();
        AtomicInteger flags = new AtomicInteger();
        Thread leader = new Thread(() -> {
            front.submit("leader");
            flags.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
        });
        leader.start();
        while (front.queued() < 1) {
            Thread.onSpinWait();
        }
        Future<String> other = threads.submit(() -> front.submit("other"));
        while (front.queued() < 2) {
            Thread.onSpinWait();
        }
        leader.interrupt();
        release.countDown();

        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("first!");
        assertThat(other.get(30, TimeUnit.SECONDS)).isEqualTo("other!");
        leader.join(10_000);
        assertThat(flags).hasValue(1);
    }

    /** Its request was put back, because the answer was the first one's only, and another lane took it meanwhile. */
    @Test
    void aCallerThatLedOthersWaitsForItsOwnAnswer() throws Exception {
        Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
        Map<String, CountDownLatch> reached = new ConcurrentHashMap<>();
        for (String point : List.of("a.0", "b.0", "y.1", "k.3", "shared? z.1", "shared? y.2")) {
            held.put(point, new CountDownLatch(1));
            reached.put(point, new CountDownLatch(1));
        }
        GroupCommit<String, String> front = new GroupCommit<>(
                requests -> {
                    requests.forEach(request -> hold(request, held, reached));
                    return requests;
                },
                request -> request.charAt(0),
                answer -> {
                    hold("shared? " + answer, held, reached);
                    return false;
                },
                2,
                100);
        Future<String> first = threads.submit(() -> front.submit("a.0"));
        Future<String> second = threads.submit(() -> front.submit("b.0"));
        awaitQuietly(reached.get("a.0"));
        awaitQuietly(reached.get("b.0"));
        List<Future<String>> all = new ArrayList<>();
        for (String request : List.of("y.1", "k.1", "z.1", "y.2", "k.2", "k.3")) {
            all.add(threads.submit(() -> front.submit(request)));
            while (front.queued() < all.size()) {
                Thread.onSpinWait();
            }
        }
        at(held, "b.0").countDown(); // lane 2 goes on with y.1 (and y.2), k.1 (and k.2, k.3), z.1
        awaitQuietly(reached.get("y.1"));
        at(held, "a.0").countDown(); // lane 1 finds nothing queued, and is free
        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("a.0");
        at(held, "y.1").countDown(); // lane 2 puts y.2, k.2, k.3 back, and is not done yet
        awaitQuietly(reached.get("shared? z.1"));
        Future<String> last = threads.submit(() -> front.submit("k.4")); // lane 1: k.2 (and k.3, k.4), y.2
        awaitQuietly(reached.get("shared? y.2")); // k.3 and k.4 are back in the queue
        at(held, "shared? z.1").countDown(); // lane 2 takes k.3 (and k.4)
        awaitQuietly(reached.get("k.3"));
        at(held, "shared? y.2").countDown(); // lane 1 finds nothing queued, and its leader has no answer yet
        at(held, "k.3").countDown();

        assertThat(last.get(30, TimeUnit.SECONDS)).isEqualTo("k.4");
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo("b.0");
        for (Future<String> future : all) {
            assertThat(future.get(30, TimeUnit.SECONDS)).isNotNull();
        }
        assertThat(front.submit("both lanes still work")).isNotNull();
    }

    private static CountDownLatch at(Map<String, CountDownLatch> latches, String point) {
        return Objects.requireNonNull(latches.get(point));
    }

    private static void hold(String point, Map<String, CountDownLatch> held, Map<String, CountDownLatch> reached) {
        CountDownLatch latch = held.get(point);
        if (latch != null) {
            Objects.requireNonNull(reached.get(point)).countDown();
            awaitQuietly(latch);
        }
    }

    @Test
    void anInterruptDoesNotLoseTheAnswer_andTheFlagStays() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        GroupCommit<String, String> front = new GroupCommit<>(
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
        assertThat(firstRuns.await(30, TimeUnit.SECONDS)).isTrue();
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

        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo("first!");
        assertThat(seen).hasValue(1);
    }

    @Test
    void underLoadEveryRequestIsAnsweredOnce() throws Exception {
        GroupCommit<String, String> front = new GroupCommit<>(this::answer, request -> request, answer -> false, 2, 16);
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

    private static void awaitQuietly(@Nullable CountDownLatch latch) {
        Objects.requireNonNull(latch);
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
