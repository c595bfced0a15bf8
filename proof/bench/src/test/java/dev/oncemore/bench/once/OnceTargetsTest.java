package dev.oncemore.bench.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnceTargetsTest {
    private final Figures figures = new Figures();

    private void add(String caseName, String subject, String metric, double value) {
        figures.add(List.of(Figure.of(caseName, subject, metric, value)));
    }

    private List<String> targets() {
        return OnceTargets.of(figures).stream().map(Target::toString).toList();
    }

    @Test
    void judgesNothing_whenNothingWasMeasured() {
        assertThat(targets()).isEmpty();
    }

    @Test
    void manyCallersAreComparedByWhatTheyGetDoneAndUse_andALoneOneByItsTime() {
        add("postgres-leased-64", Subject.ONCEMORE, Figure.THROUGHPUT, 3_000);
        add("postgres-leased-64", Others.NAIVE, Figure.THROUGHPUT, 1_000);
        add("postgres-leased-64", Subject.ONCEMORE, Contest.CPU, 80);
        add("postgres-leased-64", Others.NAIVE, Contest.CPU, 200);
        add("postgres-leased-1", Subject.ONCEMORE, Figure.NANOS, 120);
        add("postgres-leased-1", Others.NAIVE, Figure.NANOS, 100);

        assertThat(targets())
                .containsExactly(
                        "postgres-leased-64: 3 × naive, target ≥ 3: reached",
                        "postgres-leased-64: 0.4 × naive's CPU time, with servers, target ≤ 0.35: MISSED",
                        "postgres-leased-1: 1.2 × naive's time, target ≤ 1.1: MISSED");
    }

    @Test
    void memoryHasNobodyToBeComparedWith() {
        add("memory-leased-1", Subject.ONCEMORE, Figure.NANOS, 120);
        add("memory-leased-1", Others.LIMIT, Figure.NANOS, 1);

        assertThat(targets()).isEmpty();
    }

    @Test
    void aFingerprintIsComparedByItsSpeed() {
        add(FingerprintCalls.CASE, Subject.ONCEMORE, Figure.NANOS, 100);
        add(FingerprintCalls.CASE, Others.CANONICALIZER, Figure.NANOS, 600);

        assertThat(targets()).containsExactly("fingerprint-100k: 6 × the speed of canonicalizer, target ≥ 5: reached");
    }

    @Test
    void locksAndHeapAreBounded() {
        add(ManyRecords.FIND_FEW, Subject.ONCEMORE, ManyRecords.LOOK_UP, 10);
        add(ManyRecords.FIND_MANY, Subject.ONCEMORE, ManyRecords.LOOK_UP, 15);
        add(ManyRecords.PURGE, Subject.ONCEMORE, ManyRecords.LONGEST_TRANSACTION, 20);
        add(ManyRecords.PURGE, Subject.ONCEMORE, ManyRecords.LONGEST_WAIT, 101);
        add(ManyRecords.PURGE, Subject.ONCEMORE, ManyRecords.HEAP_GROWTH, 0.5);

        assertThat(targets())
                .containsExactly(
                        "sqlite-find-many: 1.5 × the p99 among few records, target ≤ 2: reached",
                        "sqlite-purge: 20 ms longest transaction, target ≤ 100: reached",
                        "sqlite-purge: 101 ms longest write of others, target ≤ 100: MISSED",
                        "sqlite-purge: 0.5 MB more heap than before, target ≤ 16: reached");
    }
}
