package dev.oncemore.task.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.testkit.task.AdversarialBatchConformance;
import dev.oncemore.testkit.task.DeadLetterConformance;
import dev.oncemore.testkit.task.DoubtConformance;
import dev.oncemore.testkit.task.JoiningTaskStoreConformance;
import dev.oncemore.testkit.task.LaneConformance;
import dev.oncemore.testkit.task.NodeConformance;
import dev.oncemore.testkit.task.NoteConformance;
import dev.oncemore.testkit.task.QueueConformance;
import dev.oncemore.testkit.task.TaskStoreConformance;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InMemoryTaskStoreTest {
    private final VirtualTime time = new VirtualTime();

    private InMemoryTaskStore open(int capacity) {
        return new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), capacity);
    }

    @Nested
    class Verbs extends TaskStoreConformance {
        @Override
        protected TaskStore openStore() {
            return open(1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    @Nested
    class AdversarialBatches extends AdversarialBatchConformance {
        @Override
        protected TaskStore openStore() {
            return open(1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    @Nested
    class NodeList extends NodeConformance {
        @Override
        protected TaskStore openStore() {
            return open(2_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    @Nested
    class DoubtOfTasks extends DoubtConformance {
        @Override
        protected TaskStore openStore() {
            return open(1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    @Nested
    class Lanes extends LaneConformance {
        @Override
        protected TaskStore openStore() {
            return open(1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    @Nested
    class Letters extends DeadLetterConformance {
        @Override
        protected TaskStore openStore() {
            return open(1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    @Nested
    class NotesBeside extends NoteConformance {
        @Override
        protected TaskStore openStore() {
            return open(1_000);
        }
    }

    @Nested
    class QueueControl extends QueueConformance {
        @Override
        protected TaskStore openStore() {
            return open(1_000);
        }

        @Override
        protected void letTimePass(Duration span) {
            time.advance(span);
        }
    }

    @Nested
    class Transactions extends JoiningTaskStoreConformance<InMemoryTransaction> {
        private final InMemoryTaskStore store = open(1_000);

        @Override
        protected JoiningTaskStore<InMemoryTransaction> openStore() {
            return store;
        }

        @Override
        protected InMemoryTransaction begin() {
            return store.begin();
        }

        @Override
        protected void commit(InMemoryTransaction transaction) {
            transaction.commit();
        }

        @Override
        protected void rollback(InMemoryTransaction transaction) {
            transaction.rollback();
        }
    }

    @Test
    void whenItIsFullNewTasksAreRefused_andOldOnesStay() {
        InMemoryTaskStore small = open(1);
        small.enqueue(List.of(wish("a")));

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> small.enqueue(List.of(wish("b"))))
                .withMessageContaining("let workers catch up");
        assertThat(small.find(List.of("a")).get(0)).isPresent();
    }

    @Test
    void aTransactionEndsOnce() {
        InMemoryTransaction transaction = open(1).begin();
        transaction.commit();

        assertThatIllegalStateException().isThrownBy(transaction::rollback).withMessageContaining("already ended");
    }

    private static NewTask wish(String id) {
        return new NewTask(
                new Task(id, "mail", "welcome", Bytes.ofText(""), Map.of(), 0, null, null, null), Duration.ZERO);
    }
}
