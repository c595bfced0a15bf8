package dev.oncemore.redis;

import static dev.oncemore.redis.TestRedis.LONG;
import static dev.oncemore.redis.TestRedis.claim;
import static dev.oncemore.redis.TestRedis.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.server.RedisCluster;
import dev.oncemore.testkit.server.RedisServer;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The exceptions that callers get when Redis fails or refuses a command. */
class RedisFailuresTest {

    private static final Duration MOMENT = Duration.ofMillis(200);

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RedisRecordStore store(Duration timeout) {
        return RedisRecordStore.at(
                server.uri().toString(),
                RedisSettings.standard().prefix(server.freshPrefix()).timeout(timeout));
    }

    private static void fails(FailureKind kind, String words, ThrowingCallable call) {
        StoreException thrown = catchThrowableOfType(StoreException.class, call);
        assertThat(thrown).isNotNull();
        assertThat(thrown.classification().kind()).as(thrown.toString()).isEqualTo(kind);
        assertThat(thrown).hasMessageContaining(words);
    }

    @Test
    void whatIsNoAddressIsRefused_withOneThatIs_andWithoutItsPassword() {
        Map<String, String> shown = Map.of(
                "localhost",
                "localhost",
                "localhost:6379",
                "localhost:6379",
                "http://localhost",
                "http://localhost",
                "",
                "",
                "user:secret@localhost",
                "localhost");
        shown.forEach((address, text) -> assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisRecordStore.at(address))
                .withMessage("the address must look like redis://host:6379, but is '" + text + "'")
                .withNoCause());
    }

    @Test
    void isUnknown_whenTheAnswerDoesNotComeInTime_andMayBeRepeated() {
        try (RedisRecordStore store = store(MOMENT)) {
            NewClaim claim = claim(key("a"), "t", LONG);
            TestRedis.ask(server.uri(), redis -> redis.clientPause(600));

            fails(
                    FailureKind.TIMEOUT_UNKNOWN_OUTCOME,
                    "did not answer within 200 ms",
                    () -> store.insertOrRead(List.of(claim)));

            TestRedis.await("it is claimed by the same claimant", () -> {
                try {
                    return TestRedis.insert(store, claim).fence() != null;
                } catch (StoreException e) {
                    return false;
                }
            });
            assertThat(TestRedis.read(store, key("a")).attempts()).isEqualTo(1);
        }
    }

    @Test
    void isUnknown_whenTheConnectionIsLost_andWorksAgainAfterwards() {
        try (RedisServer crashing = RedisServer.start();
                RedisRecordStore store = RedisRecordStore.at(
                        crashing.uri().toString(), RedisSettings.standard().timeout(MOMENT))) {
            NewClaim claim = claim(key("a"), "t", LONG);
            long fence = TestRedis.fence(TestRedis.insert(store, claim));

            crashing.kill();
            fails(
                    FailureKind.TIMEOUT_UNKNOWN_OUTCOME,
                    "it is unknown how much was written",
                    () -> TestRedis.finish(store, key("a"), fence, LONG));
            crashing.restart();

            TestRedis.await("the store is connected again", () -> {
                try {
                    return TestRedis.finish(store, key("a"), fence, LONG);
                } catch (StoreException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void anInterruptDoesNotEndTheWait_andIsNotLost() {
        try (RedisRecordStore store = store(Duration.ofSeconds(30))) {
            Thread.currentThread().interrupt();

            Long fence = TestRedis.insert(store, claim(key("a"), "t", LONG)).fence();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(fence).isNotNull();
        }
    }

    @Test
    void isThrottled_whenMemoryIsUsedUp_andSaysWhatToDo_andChangesNothing() {
        try (RedisRecordStore store = store(Duration.ofSeconds(5))) {
            long fence = TestRedis.fence(TestRedis.insert(store, claim(key("a"), "t", LONG)));
            TestRedis.ask(server.uri(), redis -> redis.configSet("maxmemory", "1"));
            try {
                fails(
                        FailureKind.THROTTLED,
                        "give Redis more memory",
                        () -> TestRedis.insert(store, claim(key("b"), "t", LONG)));
                fails(FailureKind.THROTTLED, "(maxmemory)", () -> TestRedis.finish(store, key("a"), fence, LONG));
                assertThat(TestRedis.read(store, key("a")).leaseUntil()).isNotNull();
            } finally {
                TestRedis.ask(server.uri(), redis -> redis.configSet("maxmemory", "0"));
            }
            assertThat(TestRedis.finish(store, key("a"), fence, LONG)).isTrue();
        }
    }

    @Test
    void aReplicaAnswersNothing_notEvenALookUp() {
        try (RedisServer replica = RedisServer.start();
                RedisRecordStore store = RedisRecordStore.at(replica.uri().toString(), RedisSettings.standard())) {
            TestRedis.insert(store, claim(key("a"), "t", LONG));

            TestRedis.ask(
                    replica.uri(),
                    redis ->
                            redis.replicaof(server.uri().getHost(), server.uri().getPort()));

            fails(FailureKind.TRANSIENT, "this is a replica", () -> store.read(List.of(key("a"))));
            fails(
                    FailureKind.TRANSIENT,
                    "this is a replica",
                    () -> TestRedis.insert(store, claim(key("a"), "u", LONG)));
        }
    }

    @Test
    void isTransient_whenTooFewReplicasAreThere() {
        try (RedisRecordStore store = store(Duration.ofSeconds(5))) {
            TestRedis.ask(server.uri(), redis -> redis.configSet("min-replicas-to-write", "9"));

            fails(
                    FailureKind.TRANSIENT,
                    "min-replicas-to-write",
                    () -> TestRedis.insert(store, claim(key("a"), "t", LONG)));
        } finally {
            TestRedis.ask(server.uri(), redis -> redis.configSet("min-replicas-to-write", "0"));
        }
    }

    @Test
    void isUnknown_whenTooFewReplicasConfirm_andMayBeRepeated() {
        RedisSettings waiting =
                RedisSettings.standard().prefix(server.freshPrefix()).waitForReplicas(1, Duration.ofMillis(100));
        NewClaim claim = claim(key("a"), "t", LONG);
        try (RedisRecordStore store = RedisRecordStore.at(server.uri().toString(), waiting)) {
            fails(
                    FailureKind.TIMEOUT_UNKNOWN_OUTCOME,
                    "confirmed by 0 replicas of 1",
                    () -> TestRedis.insert(store, claim));
            try (RedisServer replica = RedisServer.start()) {
                TestRedis.ask(
                        replica.uri(),
                        redis -> redis.replicaof(
                                server.uri().getHost(), server.uri().getPort()));
                TestRedis.await("a replica confirms", () -> {
                    try {
                        return TestRedis.insert(store, claim).fence() != null;
                    } catch (StoreException e) {
                        return false;
                    }
                });
            }
        }
    }

    @Test
    void isPermanent_whenSomethingElseIsThere_orNobodyMayEnter() {
        try (RedisRecordStore store = RedisRecordStore.at(
                server.uri().toString(), RedisSettings.standard().prefix("taken:"))) {
            TestRedis.ask(server.uri(), redis -> redis.set("taken:acme/*/payment:create/a", "a text"));
            fails(FailureKind.PERMANENT, "its own prefix", () -> TestRedis.insert(store, claim(key("a"), "t", LONG)));

            TestRedis.ask(server.uri(), redis -> redis.hset("taken:acme/*/payment:create/b", "s", "RUNNING"));
            fails(FailureKind.PERMANENT, "its own prefix", () -> store.read(List.of(key("b"))));
        }
        String wrong = "redis://nobody:wrong@127.0.0.1:" + server.uri().getPort();
        fails(FailureKind.PERMANENT, "WRONGPASS", () -> RedisRecordStore.at(wrong));
    }

    @Test
    void isPermanent_whenAClusterIsTakenForASingleServer() {
        try (RedisClient client =
                        RedisClient.create(RedisCluster.shared().uris().get(0).toString());
                RedisRecordStore store = RedisRecordStore.on(client, RedisSettings.standard())) {
            List<NewClaim> claims = List.of(
                    claim(key("a"), "t", LONG),
                    claim(key("b"), "t", LONG),
                    claim(key("c"), "t", LONG),
                    claim(key("d"), "t", LONG),
                    claim(key("e"), "t", LONG));
            fails(FailureKind.PERMANENT, "pass a RedisClusterClient", () -> store.insertOrRead(claims));
        }
    }

    @Test
    void isTransient_whenNobodyAnswersAtTheAddress() {
        RedisServer gone = RedisServer.start();
        gone.close();

        fails(
                FailureKind.TRANSIENT,
                "cannot connect to Redis",
                () -> RedisRecordStore.at(gone.uri().toString()));
    }

    @Test
    void isPermanent_whenTheStoreIsClosed() {
        RedisRecordStore store = store(MOMENT);
        store.close();

        fails(FailureKind.PERMANENT, "the connection to Redis was closed", () -> store.read(List.of(key("a"))));
    }

    @Test
    void settingsNameTheValueAndTheBound() {
        RedisSettings settings = RedisSettings.standard();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.prefix("{one-slot}:"))
                .withMessageContaining("neither blanks nor braces, but is '{one-slot}:'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.timeout(Duration.ofMinutes(2)))
                .withMessageContaining("timeout must be between 10 ms and 1 min, but is 2 min");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.tombstone(Duration.ofSeconds(-1)))
                .withMessageContaining("tombstone must be between");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.waitForReplicas(0, MOMENT))
                .withMessageContaining("replicas must be between 1 and 100, but are 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisRecordStore.at(
                        server.uri().toString(),
                        settings.waitForReplicas(1, MOMENT).timeout(MOMENT)))
                .withMessageContaining("the wait for replicas (200 ms) must be shorter than the timeout (200 ms)");
    }
}
