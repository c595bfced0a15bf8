package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.task.store.TaskStore;
import dev.oncemore.task.store.TaskStore.Ended;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkSignalsTest {
    private final List<String> log = new ArrayList<>();
    private boolean hasThreads = true;

    private final WorkSignals signals = new WorkSignals(new RemoteChannel() {
        @Override
        public void open(Hearer hearer) {
            if (!hasThreads) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            log.add("open");
        }

        @Override
        public void close() {
            log.add("close");
        }

        @Override
        public void requestEnd(String taskId) {
            log.add("request " + taskId);
        }

        @Override
        public void tellEnds(List<String> taskIds) {
            log.add("tell " + taskIds);
        }
    });

    @Test
    void theEndsOfABatchAreToldTogether_andOnlyThoseThatWereAskedFor() {
        signals.onEndRequested("a");
        signals.onEndRequested("b");
        assertThat(signals.isAwaited()).isTrue();

        signals.ended(ends("a", "other", "b"));
        signals.ended(ends("a", "another"));

        assertThat(log).containsExactly("tell [a, b]");
        assertThat(signals.isAwaited()).isFalse();
    }

    private static List<Ended> ends(String... ids) {
        return Stream.of(ids).map(Ended::of).toList();
    }

    @Test
    void aChannelThatCouldNotBeOpenedIsOpenedByTheNextSubscriber() {
        hasThreads = false;
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> signals.subscribe(queue -> {}));
        signals.signal(List.of("nobody is told"));
        hasThreads = true;

        List<String> heard = new ArrayList<>();
        TaskStore.Subscription listening = signals.subscribe(heard::add);
        signals.signal(List.of("work"));
        listening.close();

        assertThat(heard).containsExactly("work");
        assertThat(log).containsExactly("open", "close");
    }
}
