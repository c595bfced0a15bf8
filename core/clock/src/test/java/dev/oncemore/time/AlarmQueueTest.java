package dev.oncemore.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlarmQueueTest {
    private final AlarmQueue queue = new AlarmQueue();

    private static final class Numbered extends AlarmQueue.Entry {
        Numbered(long dueNanos) {
            super(dueNanos);
        }

        @Override
        public void cancel() {
            throw new UnsupportedOperationException("the test removes it");
        }
    }

    /** Ordered by difference, from a time just before the ticker wraps. */
    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE - 500, Long.MIN_VALUE, -500})
    void theFirstIsAlwaysTheOneThatIsDueFirst_whateverIsAddedAndRemoved(long start) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<Numbered> model = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            int wanted = step < 8_000 ? 300 : 20; // a burst, and its end
            if (model.isEmpty() || random.nextInt(wanted * 2) > model.size()) {
                Numbered entry = new Numbered(start + random.nextInt(1_000));
                model.add(entry);
                boolean first = queue.add(entry);
                assertThat(first).as("seed %d", seed).isEqualTo(queue.first() == entry);
            } else {
                int chosen = random.nextBoolean() ? random.nextInt(model.size()) : earliest(model, start);
                Numbered entry = model.remove(chosen);
                assertThat(queue.remove(entry)).as("seed %d", seed).isTrue();
                assertThat(queue.remove(entry)).as("seed %d, again", seed).isFalse();
            }
            assertThat(queue.size()).isEqualTo(model.size());
            if (!model.isEmpty()) {
                AlarmQueue.Entry first = queue.first();
                assertThat(first).isNotNull();
                assertThat(first.dueNanos - start)
                        .as("seed %d, step %d", seed, step)
                        .isEqualTo(model.get(earliest(model, start)).dueNanos - start);
            }
        }
    }

    private static int earliest(List<Numbered> model, long start) {
        return model.indexOf(model.stream()
                .min(Comparator.comparingLong(entry -> entry.dueNanos - start))
                .orElseThrow());
    }

    @Test
    void anEmptyQueueHasNoFirst() {
        assertThat(queue.first()).isNull();
    }
}
