package dev.oncemore.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.FinishedAndClaimed;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.testkit.once.RecordStoreConformance;
import dev.oncemore.testkit.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The kit on one Redis. */
class RedisRecordStoreTest extends RecordStoreConformance {

    private RedisRecordStore opened;
    private String prefix;

    @Override
    protected RecordStore openStore() {
        prefix = RedisServer.shared().freshPrefix();
        opened = RedisRecordStore.at(
                RedisServer.shared().uri().toString(), RedisSettings.standard().prefix(prefix));
        return opened;
    }

    @AfterEach
    void close() {
        opened.close();
    }

    /** Redis drops it after the tombstone's hour; a person does at once. */
    @Override
    protected void forget(Key key) {
        long deleted = TestRedis.ask(RedisServer.shared().uri(), redis -> redis.del(name(key)));
        assertThat(deleted).isEqualTo(1);
    }

    @Override
    protected boolean setClockBack(Duration by) {
        TestRedis.setClockBack(RedisServer.shared().uri(), prefix + "*", by);
        return true;
    }

    private String name(Key key) {
        return prefix + key.scope().written() + "/" + key.value();
    }

    @Test
    void runsItsScripts_whenRedisHasForgottenThem() {
        List<Key> keys = List.of(key("a"), key("b"));
        TestRedis.insert(store(), TestRedis.claim(key("a"), "t", LONG));

        TestRedis.ask(RedisServer.shared().uri(), redis -> redis.scriptFlush());

        assertThat(store().read(keys)).extracting(Optional::isPresent).containsExactly(true, false);
    }

    @Test
    void aClaimFindsTheEndOfItsKey_whenRedisHasForgottenTheScriptOfEndsOnly() {
        TestRedis.ask(RedisServer.shared().uri(), redis -> redis.scriptFlush());
        long fence = TestRedis.fence(TestRedis.insert(store(), TestRedis.claim(key("a"), "t", LONG)));
        RecordFinish end = new RecordFinish(key("a"), fence, RecordState.SUCCEEDED, null, null, null, LONG);

        FinishedAndClaimed both = store().finishAndClaim(List.of(end), List.of(TestRedis.claim(key("a"), "u", LONG)));

        assertThat(both.finished()).containsExactly(true);
        assertThat(both.claimed()).containsExactly(Inserted.found(TestRedis.read(store(), key("a"))));
    }

    @Test
    void onlySettledRecordsExpireInRedis_afterTheirRetentionAndTheTombstone() {
        long fence = TestRedis.fence(TestRedis.insert(store(), TestRedis.claim(key("a"), "t", LONG)));
        assertThat(expiryMillis(key("a"))).isEqualTo(-1);

        TestRedis.finish(store(), key("a"), fence, LONG);
        assertThat(expiryMillis(key("a")))
                .isBetween(LONG.toMillis(), LONG.multipliedBy(2).toMillis());
        assertThat(store().purge(100)).isZero();
    }

    @Test
    void aRecordThatRunsAgainDoesNotExpire() {
        long fence = TestRedis.fence(TestRedis.insert(store(), TestRedis.claim(key("a"), "t", LONG)));
        TestRedis.finish(store(), key("a"), fence, SHORT);
        TestRedis.await("it is expired", () -> TestRedis.read(store(), key("a")).expired());

        store().takeOver(List.of(new TakeOver(TestRedis.claim(key("a"), "u", LONG), fence, true)));

        assertThat(expiryMillis(key("a"))).isEqualTo(-1);
    }

    private long expiryMillis(Key key) {
        return TestRedis.ask(RedisServer.shared().uri(), redis -> redis.pttl(name(key)));
    }

    @Test
    void aFenceIsHigherThanAnyBefore_whenTheRecordWasDropped() {
        RedisSettings fleeting = RedisSettings.standard()
                .prefix(RedisServer.shared().freshPrefix())
                .tombstone(Duration.ZERO);
        try (RedisRecordStore store =
                RedisRecordStore.at(RedisServer.shared().uri().toString(), fleeting)) {
            long before = 0;
            for (int i = 0; i < 3; i++) {
                long fence = TestRedis.fence(TestRedis.insert(store, TestRedis.claim(key("a"), "t" + i, LONG)));
                assertThat(fence).isGreaterThan(before);
                before = fence;
                TestRedis.finish(store, key("a"), fence, SHORT);
                TestRedis.await(
                        "Redis has dropped it",
                        () -> store.read(List.of(key("a"))).get(0).isEmpty());
            }
        }
    }
}
