package dev.oncemore.bench.http;

import dev.oncemore.bench.measure.MeasuringException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One turn of one client: a number of callers that send requests until the time is over. */
final class Turn {
    private Turn() {}

    /** The requests per second of all callers together. */
    static double requestsPerSecond(HttpCase inCase, HttpClient client, URI uri, Duration length) {
        ExecutorService threads = Executors.newFixedThreadPool(inCase.callers());
        CountDownLatch ready = new CountDownLatch(inCase.callers());
        Callable<Long> caller = () -> {
            ready.countDown();
            ready.await();
            long calls = 0;
            long start = System.nanoTime();
            do {
                inCase.sendChecked(client, uri);
                calls++;
            } while (System.nanoTime() - start < length.toNanos());
            return calls;
        };
        try {
            List<Future<Long>> callers = new ArrayList<>();
            for (int i = 0; i < inCase.callers(); i++) {
                callers.add(threads.submit(caller));
            }
            ready.await();
            long start = System.nanoTime();
            long calls = 0;
            for (Future<Long> each : callers) {
                calls += each.get();
            }
            return calls / ((System.nanoTime() - start) / 1e9);
        } catch (ExecutionException e) {
            throw new MeasuringException("a request of " + inCase.caseName() + " failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new MeasuringException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
