package dev.oncemore.redis;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.OnceConformance;
import org.junit.jupiter.api.AfterEach;

/** The engine on one Redis. */
class RedisOnceTest extends OnceConformance {

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
