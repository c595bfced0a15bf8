package dev.oncemore.once;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.FinishConformance;

class InMemoryEndsTest extends FinishConformance {
    @Override
    protected RecordStore openStore() {
        return new InMemoryRecordStore();
    }
}
