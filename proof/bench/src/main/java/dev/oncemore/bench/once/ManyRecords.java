package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Heap;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Once;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Look-ups, purges and memory when SQLite has very many records. */
final class ManyRecords {
    static final String FIND_FEW = "sqlite-find-few";
    static final String FIND_MANY = "sqlite-find-many";
    static final String PURGE = "sqlite-purge";

    static final String RECORDS = "records";
    static final String LOOK_UP = "ns p99";
    static final String LONGEST_TRANSACTION = "ms longest transaction";
    static final String LONGEST_WAIT = "ms longest write of others";
    static final String LONGEST_WAIT_WITHOUT = "ms the same without a purge";
    static final String HEAP_GROWTH = "MB more heap than before";

    private static final int BATCH_ROWS = 1_000;
    private static final long WITHOUT_PURGE_NANOS = 1_000_000_000;

    private final TableLoad load;
    private final int rounds;

    ManyRecords(TableLoad load, int rounds) {
        this.load = load;
        this.rounds = rounds;
    }

    List<Figure> measure() {
        int expiredEvery = load.manyRows() / load.expiredRows();
        try (RecordTable few = new RecordTable(load.fewRows(), expiredEvery);
                RecordTable many = new RecordTable(load.manyRows(), expiredEvery)) {
            List<Figure> figures = new ArrayList<>();
            p99(few); // warm-up
            double heapBefore = Heap.liveMegabytes();
            figures.addAll(lookUps(few, many));
            figures.addAll(purge(many));
            figures.add(figure(PURGE, HEAP_GROWTH, Math.max(0, Heap.liveMegabytes() - heapBefore)));
            return figures;
        }
    }

    private List<Figure> lookUps(RecordTable few, RecordTable many) {
        List<Double> ofFew = new ArrayList<>();
        List<Double> ofMany = new ArrayList<>();
        p99(many); // warm-up
        for (int round = 0; round < rounds; round++) {
            ofFew.add(p99(few));
            ofMany.add(p99(many));
        }
        List<Figure> figures = new ArrayList<>();
        figures.add(figure(FIND_FEW, RECORDS, few.rows()));
        figures.add(Measurement.of(ofFew).figure(FIND_FEW, Subject.ONCEMORE, LOOK_UP));
        figures.add(figure(FIND_MANY, RECORDS, many.rows()));
        figures.add(Measurement.of(ofMany).figure(FIND_MANY, Subject.ONCEMORE, LOOK_UP));
        return figures;
    }

    /** The p99 of look-ups, in nanoseconds. */
    private double p99(RecordTable table) {
        SplittableRandom random = new SplittableRandom();
        List<Double> nanos = new ArrayList<>(load.lookUps());
        for (int i = 0; i < load.lookUps(); i++) {
            int number = random.nextInt(table.rows());
            long start = System.nanoTime();
            table.find(number);
            nanos.add((double) (System.nanoTime() - start));
        }
        return Measurement.of(nanos).percentile(0.99);
    }

    private List<Figure> purge(RecordTable table) {
        TransactionTimes times = new TransactionTimes();
        Once once = Once.on(JdbcStores.of(times.over(table.pool())).records());
        double withoutPurge;
        double duringPurge;
        try (OtherWriter writer = OtherWriter.start(table.others())) {
            LockSupport.parkNanos(WITHOUT_PURGE_NANOS);
            withoutPurge = writer.takeLongestMillis();
            long purged = once.purge(BATCH_ROWS);
            Subject.require(purged == load.expiredRows(), purged + " records were purged");
            duringPurge = writer.endAndTakeLongestMillis();
        }
        return List.of(
                figure(PURGE, RECORDS, load.expiredRows()),
                figure(PURGE, LONGEST_TRANSACTION, times.longestMillis()),
                figure(PURGE, LONGEST_WAIT, duringPurge),
                figure(PURGE, LONGEST_WAIT_WITHOUT, withoutPurge));
    }

    private static Figure figure(String caseName, String metric, double value) {
        return Figure.of(caseName, Subject.ONCEMORE, metric, value);
    }
}
