package dev.oncemore.bench.saga;

import dev.oncemore.bench.measure.CpuTime;
import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Round;
import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.testkit.server.FreshDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * One turn of one subject.
 *
 * @param sagas the number of sagas that were completed
 * @param seconds how long they took
 * @param syncs how often the server waited for its log to be on disk
 * @param cpu their CPU time
 */
record SagaTurn(long sagas, double seconds, long syncs, CpuTime cpu) {
    private static final String SYNCS = "SELECT sum(fsyncs)::bigint FROM pg_stat_io WHERE object = 'wal'";

    double perSecond() {
        return sagas / seconds;
    }

    double syncsPerSaga() {
        return (double) syncs / sagas;
    }

    double ownMicros() {
        return cpu.ownNanos() / 1e3 / sagas;
    }

    double serverMicros() {
        return cpu.othersNanos() / 1e3 / sagas;
    }

    /** Callers that each start a saga and wait for its end, for this long. */
    static SagaTurn flow(SagaContender contender, int callers, Duration length) {
        LongAdder done = new LongAdder();
        return measured(contender, () -> {
            Subject subject = Subject.of(contender.name(), key -> {
                contender.start(key).await();
                done.increment();
            });
            Round.measure(subject, callers, Keys.fresh(), length);
            return done.sum();
        });
    }

    /** Starts this many, and then waits for all. */
    static SagaTurn burst(SagaContender contender, int sagas) {
        return measured(contender, () -> {
            List<String> keys =
                    Stream.generate(Keys.fresh().ofNextCaller()).limit(sagas).toList();
            Queue<SagaContender.Running> running = new ConcurrentLinkedQueue<>();
            Round.each(keys, key -> running.add(contender.start(key)));
            for (SagaContender.Running saga : running) {
                await(contender, saga);
            }
            return (long) sagas;
        });
    }

    private static void await(SagaContender contender, SagaContender.Running saga) {
        try {
            saga.await();
        } catch (MeasuringException e) {
            throw e;
        } catch (Exception e) {
            throw new MeasuringException("a saga of " + contender.name() + " failed: " + e, e);
        }
    }

    private interface Work {
        long run();
    }

    private static SagaTurn measured(SagaContender contender, Work work) {
        contender.stepsRun();
        FreshDatabase database = contender.database();
        long syncsBefore = SqlScript.number(database.dataSource(), SYNCS);
        CpuTime before = CpuTime.now();
        long start = System.nanoTime();
        long sagas = work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        CpuTime cpu = CpuTime.now().since(before);
        long steps = contender.stepsRun();
        Subject.require(steps == sagas * SagaContender.STEPS, steps + " steps of " + sagas + " sagas");
        return new SagaTurn(sagas, seconds, SqlScript.number(database.dataSource(), SYNCS) - syncsBefore, cpu);
    }
}
