package dev.oncemore.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.testkit.once.RecordStoreConformance;
import dev.oncemore.testkit.server.RedisCluster;
import dev.oncemore.testkit.server.RedisServer;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The kit on a Redis Cluster. */
class RedisClusterRecordStoreTest extends RecordStoreConformance {

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

    /** Whichever node has it. */
    @Override
    protected void forget(Key key) {
        for (RedisServer node : RedisCluster.shared().nodes()) {
            TestRedis.ask(node.uri(), redis -> {
                redis.keys("*/" + key.value()).forEach(redis::del);
                return true;
            });
        }
        assertThat(store().read(List.of(key)).get(0)).isEmpty();
    }

    @Override
    protected boolean setClockBack(Duration by) {
        RedisCluster.shared().nodes().forEach(node -> TestRedis.setClockBack(node.uri(), "*", by));
        return true;
    }

    @Test
    void oneBatchReachesRecordsOnEveryNode() {
        RecordKeys names = new RecordKeys("any:");
        List<Key> keys =
                IntStream.range(0, 100).mapToObj(i -> key("spread" + i)).toList();
        assertThat(keys.stream().map(key -> SlotHash.getSlot(names.of(key)) * 3 / SlotHash.SLOT_COUNT))
                .as("a third of the slots for each node")
                .contains(0, 1, 2);
        List<NewClaim> claims =
                keys.stream().map(key -> TestRedis.claim(key, "t", LONG)).toList();

        List<Inserted> first = store().insertOrRead(claims);
        List<Inserted> again = store().insertOrRead(claims);

        assertThat(first).extracting(Inserted::fence).doesNotContainNull();
        assertThat(again).as("the whole batch may be repeated").isEqualTo(first);
        assertThat(store().read(keys))
                .allSatisfy(record -> assertThat(record).isPresent())
                .extracting(record -> record.orElseThrow().key())
                .isEqualTo(keys);
    }

    @Test
    void nobodyCanSendHisKeysToOneSlot() {
        RecordKeys names = new RecordKeys("any:");
        List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            slots.add(SlotHash.getSlot(names.of(key("{same}" + i))));
            slots.add(SlotHash.getSlot(names.of(Key.of("{same}", "o" + i, "k"))));
        }

        assertThat(slots.stream().distinct().count()).isGreaterThan(80);
        assertThat(TestRedis.insert(store(), TestRedis.claim(key("{same}"), "t", LONG))
                        .fence())
                .isNotNull();
        assertThat(TestRedis.read(store(), key("{same}")).key()).isEqualTo(key("{same}"));
    }

    @Test
    void anAddressOfOneNodeIsEnough() {
        String anyNode = RedisCluster.shared().uris().get(1).toString();
        RedisSettings settings =
                RedisSettings.standard().prefix(RedisCluster.shared().freshPrefix());
        List<NewClaim> claims = IntStream.range(0, 20)
                .mapToObj(i -> TestRedis.claim(key("k" + i), "t", LONG))
                .toList();

        try (RedisRecordStore store = RedisRecordStore.at(anyNode, settings)) {
            assertThat(store.insertOrRead(claims)).extracting(Inserted::fence).doesNotContainNull();
            assertThat(store.warnings()).isEmpty();
        }
    }

    @Test
    void replicasCannotBeAwaitedOnACluster() {
        String anyNode = RedisCluster.shared().uris().get(0).toString();
        RedisSettings settings = RedisSettings.standard().waitForReplicas(1, Duration.ofSeconds(1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisRecordStore.at(anyNode, settings))
                .withMessageContaining("waitForReplicas(1) does not work on a Redis Cluster");
    }

    @Test
    void warningsNameTheNode() {
        RedisServer node = RedisCluster.shared().nodes().get(2);
        TestRedis.ask(node.uri(), redis -> redis.configSet("appendfsync", "everysec"));
        try {
            assertThat(opened.warnings())
                    .singleElement()
                    .asString()
                    .startsWith("Redis at 127.0.0.1:" + node.uri().getPort() + ": appendfsync is everysec");
        } finally {
            TestRedis.ask(node.uri(), redis -> redis.configSet("appendfsync", "always"));
        }
    }
}
