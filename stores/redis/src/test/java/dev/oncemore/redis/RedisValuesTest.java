package dev.oncemore.redis;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.ValueConformance;
import org.junit.jupiter.api.AfterEach;

/** What is replayed on one Redis. */
class RedisValuesTest extends ValueConformance {
    private RedisRecordStore opened;

    @Override
    protected RecordStore openStore() {
        opened = TestRedis.single();
        return opened;
    }

    @AfterEach
    void close() {
        opened.close();
    }
}
