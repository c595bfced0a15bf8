package dev.oncemore.redis;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.LockConformance;
import org.junit.jupiter.api.AfterEach;

/** Distributed locks on one Redis. */
class RedisLocksTest extends LockConformance {
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
