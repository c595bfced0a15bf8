package dev.oncemore.examples.snippets;

import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.RecordStoreConformance;

// snippet: own-store
class OwnStoreTest extends RecordStoreConformance {
    @Override
    protected RecordStore openStore() {
        return new InMemoryRecordStore(); // yours, and empty
    }
}
// end
