package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.once.Finding;
import dev.oncemore.once.KnownOutcome;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.Payload;
import dev.oncemore.once.Reconciled;
import dev.oncemore.once.TransactionalOnce;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Scope;
import dev.oncemore.testkit.race.Together;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Conformance of a {@link JoiningStore} inside the user's transactions. The effect of these tests is one more row in a table
 * of the inheritor.
 *
 * @param <C> the transaction's handle
 */
public abstract class JoiningStoreConformance<C> {
    private static final Payload ASKED = Payload.json("{\"amount\": 100}");

    private @Nullable TransactionalOnce<C> opened;

    /** For inheritors. */
    protected JoiningStoreConformance() {}

    /** An empty store, and an empty table for effects beside it. */
    protected abstract JoiningStore<C> openStore() throws Exception;

    /** A new transaction, at the database's default isolation. */
    protected abstract C begin() throws Exception;

    /** Commits and closes. */
    protected abstract void commit(C transaction) throws Exception;

    /** Rolls back and closes. */
    protected abstract void rollback(C transaction) throws Exception;

    /** Adds a row to the table of effects. */
    protected abstract void insertEffect(C transaction, String value) throws Exception;

    /** The number of committed rows in the table of effects. */
    protected abstract int countEffects() throws Exception;

    @BeforeEach
    final void open() throws Exception {
        opened = Once.on(openStore(), OnceSettings.standard().who("tester"));
    }

    private TransactionalOnce<C> once() {
        return Objects.requireNonNull(opened, "no store is open");
    }

    private TransactionalOperation<String, C> paying() {
        return once().operation("payment:create", String.class).build();
    }

    private static Key key() {
        return Scope.of("acme", "payment:create").key("inv-001");
    }

    private Outcome<String> pay(C transaction) throws Exception {
        return paying().within(transaction).key(key()).run(ASKED, () -> {
            insertEffect(transaction, "paid");
            return "paid";
        });
    }

    @Test
    void claimEffectAndOutcomeCommitTogether_andAreReplayed() throws Exception {
        C first = begin();
        assertThat(pay(first)).isEqualTo(new Outcome.Done<>("paid", false));
        commit(first);

        C second = begin();
        assertThat(pay(second)).isEqualTo(new Outcome.Done<>("paid", true));
        commit(second);

        assertThat(countEffects()).isEqualTo(1);
        assertThat(paying().key(key()).run(ASKED, claim -> "never"))
                .as("effects elsewhere see it too")
                .isEqualTo(new Outcome.Done<>("paid", true));
    }

    @Test
    void aRollbackTakesTheClaimWithIt() throws Exception {
        C first = begin();
        pay(first);
        rollback(first);
        assertThat(once().find(key())).isEqualTo(Finding.NeverSeen.INSTANCE);
        assertThat(countEffects()).isZero();

        C second = begin();
        assertThat(pay(second)).isEqualTo(new Outcome.Done<>("paid", false));
        commit(second);

        assertThat(countEffects()).isEqualTo(1);
    }

    private KnownOutcome<String> known(String key, String value) {
        return paying().known(Scope.of("acme", "payment:create").key(key), ASKED, value);
    }

    @Test
    void knownOutcomesAreRecordedWithTheTransaction_whereTheirKeysAreNew() throws Exception {
        C first = begin();
        pay(first);
        commit(first);

        C undone = begin();
        assertThat(once().within(undone).record(List.of(known("b", "two")))).containsExactly(true);
        rollback(undone);
        assertThat(once().find(known("b", "two").key())).isEqualTo(Finding.NeverSeen.INSTANCE);

        C second = begin();
        List<KnownOutcome<String>> several = List.of(known("b", "two"), known("inv-001", "other"), known("a", "three"));
        assertThat(once().within(second).record(several))
                .as("the second has a record already")
                .containsExactly(true, false, true);
        insertEffect(second, "two and three");
        commit(second);

        assertThat(several.get(0).outcome()).isEqualTo(new Outcome.Done<>("two", false));
        assertThat(paying().key(known("b", "").key()).run(ASKED, claim -> "never"))
                .isEqualTo(new Outcome.Done<>("two", true));
        assertThat(paying().key(known("a", "").key()).run(ASKED, claim -> "never"))
                .isEqualTo(new Outcome.Done<>("three", true));
        assertThat(paying().key(key()).run(ASKED, claim -> "never")).isEqualTo(new Outcome.Done<>("paid", true));
        assertThat(paying().key(known("a", "").key()).run(Payload.json("{\"amount\": 1}"), claim -> "never"))
                .isInstanceOf(Outcome.Mismatch.class);
        assertThat(countEffects()).isEqualTo(2);
    }

    @Test
    void aKnownOutcomeThatWasCommittedIsNotNewAgain() throws Exception {
        KnownOutcome<String> outcome = known("a", "one");
        C first = begin();
        assertThat(once().within(first).record(List.of(outcome))).containsExactly(true);
        commit(first);

        C again = begin();
        assertThat(once().within(again).record(List.of(outcome)))
                .as("after a commit whose answer was lost, the effect must not run a second time")
                .containsExactly(false);
        rollback(again);
    }

    @Test
    void whatTheEffectThrowsReachesTheCaller_andTheKeyIsFreeAfterARollback() throws Exception {
        C first = begin();
        IllegalStateException bug = new IllegalStateException("bug");
        assertThatThrownBy(() -> paying().within(first).key(key()).run(ASKED, () -> {
                    throw bug;
                }))
                .isSameAs(bug);
        rollback(first);

        C second = begin();
        assertThat(pay(second).isReplay()).isFalse();
        commit(second);
    }

    @Test
    void aConflictDoesNotSpoilTheCallersTransaction() throws Exception {
        C first = begin();
        pay(first);
        commit(first);

        C second = begin();
        insertEffect(second, "before");
        assertThat(pay(second).isReplay()).isTrue();
        insertEffect(second, "after");
        commit(second);

        assertThat(countEffects()).isEqualTo(3);
    }

    @Test
    void theSecondWaitsForTheFirst_andReplaysItsOutcome() throws Exception {
        C first = begin();
        pay(first);
        CountDownLatch asking = new CountDownLatch(1);
        CompletableFuture<Outcome<String>> second = CompletableFuture.supplyAsync(() -> payAndCommit(asking));
        assertThat(asking.await(30, TimeUnit.SECONDS)).isTrue();

        commit(first);

        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Done<>("paid", true));
        assertThat(countEffects()).isEqualTo(1);
    }

    @Test
    void theSecondRunsTheEffect_whenTheFirstRollsBack() throws Exception {
        C first = begin();
        pay(first);
        CountDownLatch asking = new CountDownLatch(1);
        CompletableFuture<Outcome<String>> second = CompletableFuture.supplyAsync(() -> payAndCommit(asking));
        assertThat(asking.await(30, TimeUnit.SECONDS)).isTrue();

        rollback(first);

        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo(new Outcome.Done<>("paid", false));
        assertThat(countEffects()).isEqualTo(1);
    }

    /** Retries the whole transaction after a conflict, as a user's code would. */
    private Outcome<String> payAndCommit(CountDownLatch asking) {
        for (int attempt = 1; ; attempt++) {
            C transaction = null;
            try {
                transaction = begin();
                asking.countDown();
                Outcome<String> outcome = pay(transaction);
                commit(transaction);
                return outcome;
            } catch (Exception e) {
                asking.countDown();
                rollbackQuietly(transaction, e);
                if (attempt == 50) {
                    throw new AssertionError("the transaction never got through", e);
                }
            }
        }
    }

    private void rollbackQuietly(@Nullable C transaction, Exception cause) {
        if (transaction != null) {
            try {
                rollback(transaction);
            } catch (Exception e) {
                cause.addSuppressed(e);
            }
        }
    }

    @Test
    void of16ConcurrentTransactionsOneHasTheEffect() throws Exception {
        List<Outcome<String>> outcomes = Together.run(16, i -> () -> payAndCommit(new CountDownLatch(1)));

        assertThat(countEffects()).isEqualTo(1);
        assertThat(outcomes.stream().filter(outcome -> !outcome.isReplay())).hasSize(1);
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.require()).isEqualTo("paid"));
    }

    @Test
    void transactionsWithKeysOfTheirOwnAllGetThrough_theFirstTime() throws Exception {
        List<List<Outcome<String>>> outcomes = Together.run(4, thread -> () -> {
            List<Outcome<String>> mine = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                C transaction = begin();
                Key key = Scope.of("acme", "payment:create").key("inv-" + thread + "-" + i);
                mine.add(paying().within(transaction).key(key).run(ASKED, () -> {
                    insertEffect(transaction, "paid");
                    return "paid";
                }));
                commit(transaction);
            }
            return mine;
        });

        assertThat(outcomes)
                .allSatisfy(mine -> assertThat(mine).hasSize(10).containsOnly(new Outcome.Done<>("paid", false)));
        assertThat(countEffects()).isEqualTo(40);
    }

    @Test
    void theOtherSideIsAskedBeforeWhatALeasedCallLeftBehindRunsInATransaction() throws Exception {
        Outcome<String> ignored = paying().key(key()).run(ASKED, claim -> {
            throw new IOException("the reply was lost");
        });
        TransactionalOperation<String, C> asking = once().operation("payment:create", String.class)
                .whenUnknown(claim -> Reconciled.happened("paid over there"))
                .build();
        C transaction = begin();

        Outcome<String> outcome = asking.within(transaction).key(key()).run(ASKED, () -> "never");
        commit(transaction);

        assertThat(outcome).isEqualTo(new Outcome.Done<>("paid over there", true));
        assertThat(paying().key(key()).run(ASKED, claim -> "never"))
                .isEqualTo(new Outcome.Done<>("paid over there", true));
    }

    @Test
    void aLookUpInATransactionCannotRunALeasedEffect() throws Exception {
        Outcome<String> ignored = paying().key(key()).run(ASKED, claim -> {
            throw new IOException("the reply was lost");
        });
        TransactionalOperation<String, C> asking = once().operation("payment:create", String.class)
                .whenUnknown(
                        claim -> Reconciled.happened(paying().key(claim.key().child("look-up"))
                                .run(Payload.none(), inner -> "found")
                                .require()))
                .build();
        C transaction = begin();

        Outcome<String> outcome = asking.within(transaction).key(key()).run(ASKED, () -> "never");
        commit(transaction);

        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(once().find(key()).record().orElseThrow().error()).contains("inside an open transaction");
        assertThat(once().find(key().child("look-up"))).isEqualTo(Finding.NeverSeen.INSTANCE);
    }

    @Test
    void nestedEffectsHaveKeysOfTheirOwn_andShareTheTransaction() throws Exception {
        AtomicInteger inner = new AtomicInteger();
        C transaction = begin();
        paying().within(transaction)
                .key(key())
                .runWithClaim(ASKED, outer -> {
                    paying().within(transaction)
                            .key(outer.key().child("mail"))
                            .run(Payload.none(), () -> {
                                insertEffect(transaction, "mail");
                                return "mail " + inner.incrementAndGet();
                            })
                            .require();
                    insertEffect(transaction, "paid");
                    return "paid";
                })
                .require();
        rollback(transaction);
        assertThat(countEffects()).isZero();
        assertThat(once().find(key().child("mail"))).isEqualTo(Finding.NeverSeen.INSTANCE);
    }
}
