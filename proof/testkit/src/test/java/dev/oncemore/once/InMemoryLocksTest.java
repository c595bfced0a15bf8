package dev.oncemore.once;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.LockConformance;

class InMemoryLocksTest extends LockConformance {
    @Override
    protected RecordStore openStore() {
        return new InMemoryRecordStore();
    }
}
