package dev.oncemore.once;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.ValueConformance;

class InMemoryValuesTest extends ValueConformance {
    @Override
    protected RecordStore openStore() {
        return new InMemoryRecordStore();
    }
}
