package dev.oncemore.redis;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.FinishConformance;
import org.junit.jupiter.api.AfterEach;

/** How effects end on one Redis. */
class RedisEndsTest extends FinishConformance {
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
