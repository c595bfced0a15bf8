package dev.oncemore.redis;

import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.testkit.server.RedisCluster;
import dev.oncemore.testkit.server.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.Assertions;

/** Shared by these tests: clients of the shared servers, and verbs on one record. */
final class TestRedis {
    static final Duration LONG = Duration.ofHours(1);
    static final Duration SHORT = Duration.ofMillis(20);

    private static final Set<String> TIMES = Set.of("c", "u", "l", "x", "n");
    private static final long PAUSE_NANOS = 5_000_000;

    private TestRedis() {}

    /** A store with a prefix of its own, on a shared client. */
    static RedisRecordStore single() {
        return RedisRecordStore.on(
                Clients.SINGLE,
                RedisSettings.standard().prefix(RedisServer.shared().freshPrefix()));
    }

    /** The same on the cluster. */
    static RedisRecordStore cluster() {
        return RedisRecordStore.on(
                Clients.CLUSTER,
                RedisSettings.standard().prefix(RedisCluster.shared().freshPrefix()));
    }

    /** Sends a command to a server, as an administrator would. */
    static <T> T ask(URI server, Function<RedisCommands<String, String>, T> question) {
        try (RedisClient client = RedisClient.create(server.toString());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return question.apply(connection.sync());
        }
    }

    /** Moves all times of these records forward instead, and the fences, which are times: that is the same. */
    static void setClockBack(URI server, String records, Duration by) {
        ask(server, redis -> {
            for (String record : redis.keys(records)) {
                Set<String> fields = redis.hgetall(record).keySet();
                TIMES.stream()
                        .filter(fields::contains)
                        .forEach(field -> redis.hincrby(record, field, by.toMillis() * 1_000));
                long lifeMillis = redis.pttl(record);
                if (lifeMillis >= 0) {
                    redis.pexpire(record, lifeMillis + by.toMillis());
                }
            }
            return records;
        });
    }

    static Key key(String value) {
        return Key.of("acme", "payment:create", value);
    }

    static NewClaim claim(Key key, String token, Duration lease) {
        byte[] payload = "payload".getBytes(StandardCharsets.UTF_8);
        return new NewClaim(key, Fingerprinter.plain().ofBytes("", "", payload), token, "tester", lease);
    }

    static Inserted insert(RecordStore store, NewClaim claim) {
        return store.insertOrRead(List.of(claim)).get(0);
    }

    static long fence(Inserted inserted) {
        return Objects.requireNonNull(inserted.fence(), "the key should be new");
    }

    static boolean finish(RecordStore store, Key key, long fence, Duration retention) {
        RecordFinish finish =
                new RecordFinish(key, fence, RecordState.SUCCEEDED, Bytes.ofText("done"), null, null, retention);
        return store.finish(List.of(finish)).get(0);
    }

    static OnceRecord read(RecordStore store, Key key) {
        return store.read(List.of(key)).get(0).orElseThrow();
    }

    /** Looks again and again until it is so. */
    static void await(String what, BooleanSupplier condition) {
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(60),
                () -> {
                    while (!condition.getAsBoolean()) {
                        LockSupport.parkNanos(PAUSE_NANOS);
                    }
                },
                what);
    }

    /** Made on first use, and closed with the JVM. */
    private static final class Clients {
        static final RedisClient SINGLE =
                RedisClient.create(RedisServer.shared().uri().toString());
        static final RedisClusterClient CLUSTER = RedisClusterClient.create(RedisCluster.shared().uris().stream()
                .map(uri -> RedisURI.create(uri.toString()))
                .toList());
    }
}
