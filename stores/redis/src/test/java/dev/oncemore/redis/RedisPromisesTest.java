package dev.oncemore.redis;

import static dev.oncemore.redis.TestRedis.LONG;
import static dev.oncemore.redis.TestRedis.claim;
import static dev.oncemore.redis.TestRedis.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.RecordState;
import dev.oncemore.testkit.server.RedisServer;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redis settings that can lose records are detected and warned of; with the right settings nothing is lost. */
class RedisPromisesTest {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void restoreSettings() {
        set("maxmemory-policy", "noeviction");
        set("appendonly", "yes");
        set("appendfsync", "always");
        set("no-appendfsync-on-rewrite", "no");
    }

    private static void set(String name, String value) {
        TestRedis.ask(server.uri(), redis -> redis.configSet(name, value));
    }

    private static List<String> warnings() {
        return warnings(server.uri().toString(), RedisSettings.standard());
    }

    private static List<String> warnings(String uri, RedisSettings settings) {
        try (RedisRecordStore store = RedisRecordStore.at(uri, settings)) {
            return store.warnings();
        }
    }

    @Test
    void noWarningWhenAllIsWell() {
        assertThat(warnings()).isEmpty();
    }

    @Test
    void warnsOfEviction() {
        set("maxmemory-policy", "volatile-lru");

        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("maxmemory-policy is volatile-lru", "set it to noeviction");
    }

    @Test
    void warnsOfAMissingAppendOnlyFile() {
        set("appendonly", "no");

        assertThat(warnings()).singleElement().asString().contains("appendonly is no", "set it to yes");
    }

    @Test
    void warnsOfALogThatIsNotSyncedOnEveryWrite() {
        set("appendfsync", "everysec");
        assertThat(warnings()).singleElement().asString().contains("appendfsync is everysec", "up to a second");

        set("appendfsync", "no");
        assertThat(warnings()).singleElement().asString().contains("appendfsync is no", "set it to always");

        set("appendfsync", "always");
        set("no-appendfsync-on-rewrite", "yes");
        assertThat(warnings()).singleElement().asString().contains("no-appendfsync-on-rewrite is yes");
    }

    @Test
    void saysSo_whenSettingsCannotBeRead() {
        TestRedis.ask(
                server.uri(),
                redis -> redis.aclSetuser(
                        "managed",
                        io.lettuce.core.AclSetuserArgs.Builder.on()
                                .addPassword("secret")
                                .allKeys()
                                .allCommands()
                                .removeCommand(io.lettuce.core.protocol.CommandType.CONFIG)));
        String managed = "redis://managed:secret@127.0.0.1:" + server.uri().getPort();

        assertThat(warnings(managed, RedisSettings.standard()))
                .singleElement()
                .asString()
                .contains("could not be checked", "NOPERM", "maxmemory-policy is noeviction");
    }

    @Test
    void warnsOfReplicasThatNobodyWaitsFor_andOfBeingOne() {
        try (RedisServer replica = RedisServer.start()) {
            follow(replica);
            String primary = server.uri().toString();

            assertThat(warnings())
                    .singleElement()
                    .asString()
                    .contains("it has 1 replica(s)", "loses acknowledged records");
            assertThat(warnings(primary, RedisSettings.standard().waitForReplicas(1, Duration.ofSeconds(1))))
                    .isEmpty();
            set("min-replicas-to-write", "1");
            assertThat(warnings()).singleElement().asString().contains("up to 10 s of acknowledged records");
            assertThat(warnings(replica.uri().toString(), RedisSettings.standard()))
                    .singleElement()
                    .asString()
                    .contains("it is a replica");
        } finally {
            set("min-replicas-to-write", "0");
        }
        TestRedis.await(
                "the replica is gone",
                () -> TestRedis.ask(
                        server.uri(), redis -> redis.info("replication").contains("connected_slaves:0")));
    }

    private static void follow(RedisServer replica) {
        TestRedis.ask(
                replica.uri(),
                redis -> redis.replicaof(server.uri().getHost(), server.uri().getPort()));
        TestRedis.await(
                "the replica has caught up",
                () -> TestRedis.ask(
                        replica.uri(), redis -> redis.info("replication").contains("master_link_status:up")));
        TestRedis.await(
                "the primary knows",
                () -> TestRedis.ask(
                        server.uri(), redis -> redis.info("replication").contains("state=online")));
    }

    @Test
    void anAcknowledgedRecordIsThereAfterACrash() {
        try (RedisServer crashing = RedisServer.start();
                RedisClient client = RedisClient.create(crashing.uri().toString());
                RedisRecordStore store = RedisRecordStore.on(client, RedisSettings.standard())) {
            long settled = TestRedis.fence(TestRedis.insert(store, claim(key("settled"), "t", LONG)));
            TestRedis.finish(store, key("settled"), settled, LONG);
            long running = TestRedis.fence(TestRedis.insert(store, claim(key("running"), "t", LONG)));

            crashing.kill();
            crashing.restart();

            assertThat(TestRedis.read(store, key("settled")).state()).isEqualTo(RecordState.SUCCEEDED);
            assertThat(TestRedis.insert(store, claim(key("running"), "t", LONG)).fence())
                    .as("the same claimant finds its claim")
                    .isEqualTo(running);
            assertThat(TestRedis.finish(store, key("running"), running, LONG)).isTrue();
            assertThat(TestRedis.fence(TestRedis.insert(store, claim(key("new"), "t", LONG))))
                    .isGreaterThan(running);
        }
    }
}
