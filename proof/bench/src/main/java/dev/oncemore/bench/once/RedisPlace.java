package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.redis.RedisRecordStore;
import dev.oncemore.redis.RedisSettings;
import dev.oncemore.testkit.server.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;

/** A Redis that syncs its log on every write. The handwritten form sets a key if it is absent, and again when done. */
final class RedisPlace implements Place {
    private static final Duration RETENTION = Duration.ofHours(24);
    private static final String PREFIX = "by-hand:" + Workload.SCOPE.written() + ":";

    private final RedisServer server;
    private final RedisClient client;
    private final RedisRecordStore store;
    private final Operation<String> pay;
    private final StatefulRedisConnection<String, String> connection;
    private final RedisCommands<String, String> byHand;

    private RedisPlace(RedisServer server) {
        this.server = server;
        client = RedisClient.create(server.uri().toString());
        store = RedisRecordStore.on(client, RedisSettings.standard());
        pay = OnceCalls.pay(Once.on(store));
        connection = client.connect();
        byHand = connection.sync();
    }

    static Place start() {
        return new RedisPlace(RedisServer.start());
    }

    @Override
    public Contest contest(Act act) {
        if (act == Act.REPLAY) {
            Subject get = Subject.of(
                    Others.LIMIT,
                    key -> Subject.require(done().equals(byHand.get(PREFIX + key)), key + " is not there"));
            return new Contest(Keys.among(keysInUse()), List.of(OnceCalls.replaying(pay), get));
        }
        return new Contest(
                Keys.fresh(),
                List.of(
                        OnceCalls.leased(pay),
                        Subject.of(Others.NAIVE, this::claimAndComplete),
                        Subject.of(Others.LIMIT, this::setOnly)));
    }

    private List<String> keysInUse() {
        return Keys.used(key -> {
            OnceCalls.first(pay, key);
            setOnly(key);
        });
    }

    private void claimAndComplete(String key) {
        set(key, Workload.fingerprint() + " RUNNING", SetArgs.Builder.nx());
        set(key, done(), SetArgs.Builder.xx());
    }

    /** The least that makes a key durable: one write. */
    private void setOnly(String key) {
        set(key, done(), SetArgs.Builder.nx());
    }

    private void set(String key, String value, SetArgs onlyIf) {
        String answer = byHand.set(PREFIX + key, value, onlyIf.px(RETENTION));
        Subject.require("OK".equals(answer), key + " was not set");
    }

    private static String done() {
        return Workload.fingerprint() + " SUCCEEDED " + Workload.RESPONSE;
    }

    @Override
    public void close() {
        connection.close();
        store.close();
        client.shutdown();
        server.close();
    }
}
