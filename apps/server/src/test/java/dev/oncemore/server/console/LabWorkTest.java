package dev.oncemore.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.lab.LabRequest;
import dev.oncemore.lab.PolicyReference;
import dev.oncemore.lab.report.LabReport;
import dev.oncemore.lab.report.LabTable;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class LabWorkTest {
    private static final LabReport REPORT = new LabReport(
            "storm", "?", "!", Map.of(), Map.of(), LabTable.columns("policy").build(), List.of());

    @Test
    void onePersonRunsOneAtATime_andOthersWaitUpToABound() throws Exception {
        LabWork work = new LabWork(Duration.ofMinutes(10), Time.system());
        ExecutorService callers = Executors.newCachedThreadPool();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        List<Future<LabReport>> results = new ArrayList<>();
        results.add(callers.submit(() -> work.run("anna", "a", () -> {
            started.countDown();
            await(end);
            return REPORT;
        })));
        started.await();

        assertRefused(503, () -> work.run("anna", "b", () -> REPORT));
        CountDownLatch refused = new CountDownLatch(1);
        // One runs and some wait: of one more than fit, one is refused at once.
        for (int i = 0; i <= LabWork.WAITING_MAX; i++) {
            String who = "person" + i;
            results.add(callers.submit(() -> {
                try {
                    return work.run(who, who, () -> REPORT);
                } catch (Refusal busy) {
                    refused.countDown();
                    return REPORT;
                }
            }));
        }
        refused.await();
        end.countDown();
        for (Future<LabReport> result : results) {
            assertThat(result.get()).isEqualTo(REPORT);
        }
        callers.shutdown();
    }

    @Test
    void aSimulationThatTakesTooLongIsStoppedBetweenItsEvents_andItsThreadGoesOn() throws Exception {
        VirtualTime time = new VirtualTime();
        LabWork work = new LabWork(Duration.ofSeconds(10), time);
        CountDownLatch begun = new CountDownLatch(1);
        ExecutorService callers = Executors.newCachedThreadPool();
        // Four hundred million calls: more than a test would wait for.
        Future<?> endless = callers.submit(() -> assertRefused(
                413,
                () -> work.run("anna", "endless", () -> {
                    begun.countDown();
                    return LabRequest.of("metastable")
                            .set("capacity", 100_000)
                            .set("after", 3_600)
                            .run(share -> {});
                })));
        begun.await();
        time.advance(Duration.ofSeconds(11));
        endless.get();

        assertThat(work.run("anna", "small", () -> REPORT)).isEqualTo(REPORT);
        callers.shutdown();
    }

    @Test
    void aSimulationThatNeedsTooMuchMemoryIsRefused() {
        LabWork work = new LabWork(Duration.ofMinutes(10), Time.system());
        // Calls that wait for a day for a dependency with twice the load that it can bear.
        LabRequest request = LabRequest.of("hedge")
                .set("load", 2)
                .policy(PolicyReference.ofText("policy", "attempt-timeout: 1d\ndeadline: none"))
                .bytesMax(8 << 20);
        assertThatThrownBy(() -> work.run("anna", "large", () -> request.run(share -> {})))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(413))
                .hasMessageStartingWith("this simulation needs more than 8 MB of memory; choose smaller numbers");
        assertThat(request.bytesMax(Long.MAX_VALUE).run(share -> {}).scenario()).isEqualTo("hedge");
    }

    @Test
    void anEqualRequestIsNotRunAgain_andARefusalIsNotKept() {
        LabWork work = new LabWork(Duration.ofMinutes(10), Time.system());
        assertThatThrownBy(() -> work.run("anna", "a", () -> {
                    throw new IllegalArgumentException("'capacity' is 0");
                }))
                .hasMessage("'capacity' is 0");

        assertThat(work.run("anna", "a", () -> REPORT)).isSameAs(REPORT);
        assertThat(work.run("ben", "a", () -> {
                    throw new AssertionError("it is known");
                }))
                .isSameAs(REPORT);
        for (int i = 0; i < 20; i++) {
            work.run("anna", "other " + i, () -> REPORT);
        }
        assertThatThrownBy(() -> work.run("ben", "a", () -> {
                    throw new IllegalStateException("run again");
                }))
                .hasMessage("run again");
    }

    private static void assertRefused(int status, Runnable act) {
        assertThatThrownBy(act::run)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(status));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
