package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.HeldLock;
import dev.oncemore.once.Locks;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocksTest {
    private final RecordStore store = new InMemoryRecordStore();
    private final List<String> reports = new ArrayList<>();

    @Test
    void locks() throws Exception {
        // snippet: locks
        Locks locks = Locks.on(store, OnceSettings.standard().who("node-1"));
        boolean ran = locks.runExclusively("nightly-report", () -> writeReport()); // false: another node runs it

        Optional<HeldLock> acquired = locks.tryAcquire("nightly-report", Duration.ofSeconds(10));
        if (acquired.isPresent()) {
            try (HeldLock lock = acquired.get()) {
                writeReport("fence " + lock.fence()); // storage that compares fences refuses an earlier holder
            }
        }
        // end

        assertThat(ran).isTrue();
        assertThat(reports).hasSize(2);
        assertThat(locks.holder("nightly-report")).isEmpty();
    }

    private void writeReport() {
        writeReport("without a fence");
    }

    private void writeReport(String words) {
        reports.add(words);
    }
}
