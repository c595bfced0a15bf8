package dev.oncemore.redis;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.testkit.once.OnceConformance;
import org.junit.jupiter.api.AfterEach;

/** The engine on a Redis Cluster. */
class RedisClusterOnceTest extends OnceConformance {

    private RedisRecordStore opened;

    @Override
    protected RecordStore openStore() {
        opened = TestRedis.cluster();
        return opened;
    }

    @AfterEach
    void close() {
        opened.close();
    }
}
