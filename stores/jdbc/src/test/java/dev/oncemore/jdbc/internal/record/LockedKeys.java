package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.jdbc.internal.sql.RecordedStatements;
import dev.oncemore.once.Once;
import dev.oncemore.once.Payload;
import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.testkit.race.Together;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A batch of claims of which some keys are in open transactions of users. */
final class LockedKeys {
    private LockedKeys() {}

    /**
     * All but those keys are claimed, those are taken; and the batch waits once, not once for each of them.
     *
     * @param waits what a statement says that waits for a key
     */
    static void holdUpNobodyElse(StoreTables tables, int locked, String waits) throws Exception {
        RecordedStatements statements = new RecordedStatements(tables.pool);
        JoiningStore<Connection> store = tables.store(statements);
        try (Connection user = tables.begin()) {
            List<NewClaim> batch = new ArrayList<>();
            for (int i = 0; i < 3 * locked; i++) {
                batch.add(Requests.claim("k" + i, "own"));
                if (i % 3 == 0) {
                    store.join(user).insertOrRead(List.of(Requests.claim("k" + i, "user")));
                }
            }

            List<Inserted> answers = store.insertOrRead(batch);

            for (int i = 0; i < batch.size(); i++) {
                Inserted answer = answers.get(i);
                if (i % 3 == 0) {
                    assertThat(answer).as("k%d", i).isEqualTo(Inserted.taken());
                } else {
                    assertThat(answer.fence()).as("k%d", i).isNotNull();
                }
            }
            assertThat(statements.count(waits)).isEqualTo(1);
            user.rollback();
        }
        assertThat(Requests.insert(store, "k0")).isPositive();
    }

    /** An end whose record is in a user's open transaction fails as locked; ends and claims beside it go on. */
    static void failAlone(StoreTables tables, JoiningStore<Connection> store) throws Exception {
        long locked = Requests.insert(store, "locked");
        long free = Requests.insert(store, "free");
        RecordFinish waiting = Requests.success("locked", locked, Requests.LONG);
        Once once = Once.on(store);
        try (Connection user = tables.begin()) {
            store.join(user).extend(List.of(new RecordExtension(waiting.key(), locked, Requests.LONG)));

            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.finish(List.of(waiting)))
                    .satisfies(e -> assertThat(e.classification().kind()).isEqualTo(FailureKind.THROTTLED));
            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.finishAndClaim(
                            List.of(waiting, Requests.success("free", free, Requests.LONG)),
                            List.of(Requests.claim("new", "own"))));
            assertThat(Requests.operation(once)
                            .key(Requests.key("other"))
                            .run(Payload.none(), claim -> "done")
                            .require())
                    .isEqualTo("done");
            user.rollback();
        }
        assertThat(store.finish(List.of(waiting))).containsExactly(true);
    }

    /**
     * The outcome of an effect without a claim is not given up because a transaction has its key: that may roll back, or be
     * its own earlier attempt, whose connection was lost.
     */
    static void keepAnOutcomeWaiting(StoreTables tables, JoiningStore<Connection> store) throws Exception {
        NewOutcome waiting = outcome("locked");
        NewOutcome free = outcome("free");
        try (Connection user = tables.begin()) {
            store.join(user).insertOrRead(List.of(Requests.claim("locked", "user")));

            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.insertSettled(List.of(waiting)));
            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.insertSettled(List.of(free, waiting)));
            assertThat(store.insertSettled(List.of(free))).containsExactly(true);
            user.rollback();
        }
        assertThat(store.insertSettled(List.of(waiting))).containsExactly(true);
        assertThat(Requests.read(store, "locked").state()).isEqualTo(RecordState.SUCCEEDED);
    }

    /** A record in a user's open transaction keeps neither the heartbeats nor the takeovers of others waiting. */
    static void loseNothingElse(StoreTables tables, JoiningStore<Connection> store) throws Exception {
        RecordExtension locked = new RecordExtension(Requests.key("locked"), abandoned(store, "locked"), Requests.LONG);
        RecordExtension free = new RecordExtension(Requests.key("free"), Requests.insert(store, "free"), Requests.LONG);
        long other = abandoned(store, "other");
        try (Connection user = tables.begin()) {
            assertThat(store.join(user)
                            .takeOver(List.of(new TakeOver(Requests.claim("locked", "user"), locked.fence(), false)))
                            .get(0))
                    .isPresent();

            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.extend(List.of(free, locked)));
            assertThat(store.extend(List.of(free))).containsExactly(true);
            TakeOver ofLocked = new TakeOver(Requests.claim("locked", "own"), locked.fence(), false);
            TakeOver ofOther = new TakeOver(Requests.claim("other", "own"), other, false);
            assertThatExceptionOfType(RecordLockedException.class)
                    .isThrownBy(() -> store.takeOver(List.of(ofLocked, ofOther)));
            assertThat(store.takeOver(List.of(ofOther)).get(0)).isPresent();
            user.rollback();
        }
        assertThat(store.extend(List.of(locked))).containsExactly(true);
    }

    /** Claimed by an owner whose lease is over. */
    private static long abandoned(JoiningStore<Connection> store, String key) {
        NewClaim claim = new NewClaim(
                Requests.key(key),
                Fingerprint.ofBytes(new byte[Fingerprint.SIZE_BYTES]),
                "abandoned",
                "tester",
                Duration.ofNanos(1_000));
        long fence =
                Objects.requireNonNull(store.insertOrRead(List.of(claim)).get(0).fence());
        Together.await("its lease is over", () -> Requests.read(store, key).leaseOver());
        return fence;
    }

    private static NewOutcome outcome(String key) {
        return new NewOutcome(Requests.claim(key, "own"), Requests.success(key, 0, Requests.LONG));
    }
}
