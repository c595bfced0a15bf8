package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.once.Codec;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.once.DelegatingRecordStore;
import dev.oncemore.testkit.race.Together;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that we did not write: they fail alone and by name, and a person is shown them. */
abstract class PoisonRows {
    private static final OnceSettings PARKING = OnceSettings.standard().whenUnknown(WhenUnknown.PARK);

    private final List<String> mixed = Collections.synchronizedList(new ArrayList<>());
    private StoreTables tables;
    private JoiningStore<Connection> store;

    abstract StoreDatabase database();

    @BeforeEach
    void open() {
        tables = database().tables();
        store = tables.store();
    }

    private void set(String key, String change) {
        tables.execute("update " + tables.prefix + "record set " + change + " where key_value = '" + key + "'");
    }

    private void run(Once once, String key) {
        Requests.operation(once)
                .key(Requests.key(key))
                .run(Payload.none(), claim -> "done " + key)
                .require();
    }

    @Test
    void anUnknownState_failsAlone_andNamesTheRecord() throws Exception {
        Once plain = Once.on(store, PARKING);
        for (String key : List.of("a", "bad", "z")) {
            run(plain, key);
        }
        set("bad", "state = 'GARBAGE'");
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch gathered = new CountDownLatch(1);
        Once once = Once.on(held(busy, gathered), PARKING);
        start(new FutureTask<>(
                () -> Requests.operation(once).key(Requests.key("hold")).run(Payload.none(), claim -> "x")));
        Together.await(busy);
        List<FutureTask<Outcome<String>>> calls = new ArrayList<>();
        List<Thread> callers = new ArrayList<>();
        for (String key : List.of("a", "bad", "new", "z")) {
            FutureTask<Outcome<String>> call = new FutureTask<>(
                    () -> Requests.operation(once).key(Requests.key(key)).run(Payload.none(), claim -> "done " + key));
            calls.add(call);
            callers.add(start(call));
        }
        awaitInOneBatch(callers);
        gathered.countDown();

        assertThat(Together.result(calls.get(0))).isEqualTo(new Outcome.Done<>("done a", true));
        assertThat(Together.result(calls.get(2))).isEqualTo(new Outcome.Done<>("done new", false));
        assertThat(Together.result(calls.get(3))).isEqualTo(new Outcome.Done<>("done z", true));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Together.result(calls.get(1)))
                .havingRootCause()
                .withMessageContaining("GARBAGE");
        assertUnreadable("bad", "GARBAGE");
    }

    @Test
    void aBadRowBesideTheEndOfAnEffect_failsAlone() throws Exception {
        run(Once.on(store, PARKING), "bad");
        set("bad", "state = 'GARBAGE'");
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch gathered = new CountDownLatch(1);
        Once once = Once.on(held(busy, gathered), PARKING);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch finishing = new CountDownLatch(1);
        FutureTask<Outcome<String>> ending = new FutureTask<>(
                () -> Requests.operation(once).key(Requests.key("ending")).run(Payload.none(), claim -> {
                    running.countDown();
                    Together.await(finishing);
                    return "ended";
                }));
        Thread ender = start(ending);
        Together.await(running);
        start(new FutureTask<>(
                () -> Requests.operation(once).key(Requests.key("hold")).run(Payload.none(), claim -> "x")));
        Together.await(busy);
        finishing.countDown();
        List<Thread> callers = new ArrayList<>(List.of(ender));
        List<FutureTask<Outcome<String>>> calls = new ArrayList<>();
        for (String key : List.of("bad", "new")) {
            FutureTask<Outcome<String>> call = new FutureTask<>(
                    () -> Requests.operation(once).key(Requests.key(key)).run(Payload.none(), claim -> "done " + key));
            calls.add(call);
            callers.add(start(call));
        }
        awaitInOneBatch(callers);
        gathered.countDown();

        assertThat(Together.result(ending)).isEqualTo(new Outcome.Done<>("ended", false));
        assertThat(Together.result(calls.get(1))).isEqualTo(new Outcome.Done<>("done new", false));
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Together.result(calls.get(0)))
                .havingRootCause()
                .withMessageContaining("GARBAGE");
        assertThat(mixed).contains("1+2");
        assertThat(Requests.read(store, "ending").state()).isEqualTo(RecordState.SUCCEEDED);
    }

    private static void awaitInOneBatch(List<Thread> callers) {
        Together.await(
                "they share a batch",
                () -> callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING));
    }

    private DelegatingRecordStore held(CountDownLatch busy, CountDownLatch gathered) {
        return new DelegatingRecordStore(store) {
            @Override
            public List<Inserted> insertOrRead(List<NewClaim> claims) {
                if (claims.stream().anyMatch(claim -> claim.key().value().equals("hold"))) {
                    busy.countDown();
                    Together.await(gathered);
                }
                return super.insertOrRead(claims);
            }

            @Override
            public FinishedAndClaimed finishAndClaim(List<RecordFinish> finishes, List<NewClaim> claims) {
                mixed.add(finishes.size() + "+" + claims.size());
                return store.finishAndClaim(finishes, claims);
            }

            @Override
            public int concurrentBatches() {
                return 1;
            }
        };
    }

    private static Thread start(Runnable call) {
        Thread thread = new Thread(call);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void assertUnreadable(String key, String why) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.read(List.of(Requests.key(key))))
                .withMessageContaining("the record " + key + " of acme/*/payment:create cannot be read")
                .withMessageContaining(why)
                .extracting(e -> e.classification().kind())
                .isEqualTo(FailureKind.PERMANENT);
    }

    @Test
    void aHeartbeatBesideABadRow_isAnswered() {
        long good = Requests.insert(store, "good");
        long bad = Requests.insert(store, "bad");
        set("bad", "state = 'GARBAGE'");

        assertThat(store.extend(List.of(
                        new RecordExtension(Requests.key("bad"), bad, Requests.LONG),
                        new RecordExtension(Requests.key("good"), good, Requests.LONG))))
                .containsExactly(false, true);
    }

    @Test
    void aResponseThatCannotBeRead_isDoneWithoutAValue() {
        Codec<Integer> number = Codec.of(
                value -> value.toString().getBytes(StandardCharsets.UTF_8),
                bytes -> Integer.valueOf(new String(bytes, StandardCharsets.UTF_8)));
        KeyedOperation<Integer> counting = Once.on(store, PARKING)
                .operation("payment:create", number)
                .build()
                .key(Requests.key("a"));
        counting.run(Payload.none(), claim -> 42).require();
        set("a", "response = " + bytes("fffe00"));

        assertThat(counting.run(Payload.none(), claim -> 43)).isInstanceOf(Outcome.DoneWithoutValue.class);
    }

    private String bytes(String hex) {
        return tables.isPostgres() ? "'\\x" + hex + "'::bytea" : "x'" + hex + "'";
    }

    @Test
    void absurdTimes_areReadAsTheyAre_andStopNobody() {
        Once once = Once.on(store, PARKING);
        run(once, "far");
        run(once, "old");
        set("far", "expires_at = 9223372036854775807, created_at = -9223372036854775807");
        set("old", "expires_at = -9223372036854775807");

        assertThat(Requests.operation(once).key(Requests.key("far")).run(Payload.none(), claim -> "never"))
                .isEqualTo(new Outcome.Done<>("done far", true));
        assertThat(Requests.read(store, "old").expired()).isTrue();
        assertThat(store.purge(100)).isEqualTo(1);
        assertThat(Requests.read(store, "far").expired()).isFalse();
    }

    @Test
    void theListOfUnknownOutcomesGoesOn_andShowsWhatCannotBeRead() {
        Once once = Once.on(store, PARKING);
        for (String key : List.of("a", "b", "c", "d")) {
            Outcome<String> ignored = Requests.operation(once)
                    .key(Requests.key(key))
                    .run(Payload.none(), claim -> {
                        throw new HttpTimeoutException("no answer");
                    });
        }
        set("b", "state = 'GARBAGE'");
        if (tables.isPostgres()) { // MariaDB fills it up
            set("d", "fingerprint = " + bytes("00"));
            assertUnreadable("d", "a fingerprint has 32 bytes, but these are 1");
        }
        List<OnceRecord> listed = tables.queries().unknown(null, 10);

        assertThat(listed).extracting(record -> record.key().value()).containsExactly("a", "b", "c", "d");
        assertThat(listed.get(0).error()).contains("no answer");
        assertThat(listed.get(1).error()).contains("cannot be read").contains("GARBAGE");
        assertThat(tables.queries().unknown(Requests.key("b"), 1))
                .extracting(record -> record.key().value())
                .containsExactly("c");
    }
}
