package dev.oncemore.jdbc.internal.record;

import static dev.oncemore.jdbc.internal.record.EveryCut.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore.FinishedAndClaimed;
import dev.oncemore.once.record.Scope;
import dev.oncemore.once.record.TakeOver;
import dev.oncemore.testkit.server.CuttingDataSource;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The connection is cut before and after every statement and commit of every verb; then the verb is repeated. */
abstract class CrashPoints {
    private static final Duration LONG = Duration.ofHours(1);

    private CuttingDataSource cutting;
    private JoiningStore<Connection> store;
    private int keys;

    abstract StoreDatabase database();

    @BeforeEach
    void open() {
        cutting = CuttingDataSource.of(database().fresh.dataSource());
        store = database().tables().store(cutting);
    }

    @Test
    void aClaimIsStillTheClaimants() {
        everywhere(() -> {
            NewClaim claim = claim();
            long fence = fence(claim);
            return () -> assertThat(fence(claim)).isEqualTo(fence);
        });
    }

    @Test
    void aBatchOfClaimsIsTheClaimants_whateverPartOfItWasDone() {
        everywhere(() -> {
            List<NewClaim> claims = List.of(claim(), claim(), claim());
            List<Long> fences = repeated(() -> store.insertOrRead(claims)).stream()
                    .map(inserted -> inserted.fence())
                    .toList();
            return () -> assertThat(fences).doesNotContainNull().doesNotHaveDuplicates();
        });
    }

    @Test
    void aReplayIsStillAReplay() {
        NewClaim claim = claim();
        store.finish(List.of(finish(claim.key(), fence(claim))));
        everywhere(() -> {
            NewClaim again = new NewClaim(claim.key(), claim.fingerprint(), "again", "tester", LONG);
            OnceRecord found =
                    repeated(() -> store.insertOrRead(List.of(again))).get(0).existing();
            return () -> assertThat(found).isNotNull().isEqualTo(read(claim.key()));
        });
    }

    @Test
    void anOutcomeIsRecordedOnce() {
        everywhere(() -> {
            NewClaim claim = claim();
            RecordFinish finish = finish(claim.key(), fence(claim));
            assertThat(repeated(() -> store.finish(List.of(finish)))).containsExactly(true);
            return () -> assertThat(read(claim.key()).state()).isEqualTo(RecordState.SUCCEEDED);
        });
    }

    @Test
    void anEndAndAClaimOfOneCallAreBothDone() {
        everywhere(() -> {
            NewClaim ended = claim();
            RecordFinish finish = finish(ended.key(), fence(ended));
            NewClaim next = claim();
            FinishedAndClaimed both = repeated(() -> store.finishAndClaim(List.of(finish), List.of(next)));
            assertThat(both.finished()).containsExactly(true);
            return () -> {
                assertThat(read(ended.key()).state()).isEqualTo(RecordState.SUCCEEDED);
                assertThat(read(next.key()).fence())
                        .isEqualTo(both.claimed().get(0).fence());
                assertThat(read(next.key()).attempts()).isEqualTo(1);
            };
        });
    }

    @Test
    void aTakeOverIsStillTheClaimants() {
        everywhere(() -> {
            NewClaim claim = claim();
            long first = fence(claim);
            repeated(() -> store.finish(List.of(
                    new RecordFinish(claim.key(), first, RecordState.FAILED_RETRYABLE, null, "busy", null, LONG))));
            NewClaim other = new NewClaim(claim.key(), claim.fingerprint(), "other", "tester", LONG);
            long second = repeated(() -> store.takeOver(List.of(new TakeOver(other, first, false))))
                    .get(0)
                    .orElseThrow();
            return () -> {
                OnceRecord record = read(claim.key());
                assertThat(record.fence()).isEqualTo(second).isGreaterThan(first);
                assertThat(record.attempts()).isEqualTo(2);
            };
        });
    }

    @Test
    void aHeartbeatIsHeard() {
        everywhere(() -> {
            NewClaim claim = claim();
            RecordExtension extension = new RecordExtension(claim.key(), fence(claim), LONG);
            assertThat(repeated(() -> store.extend(List.of(extension)))).containsExactly(true);
            return () -> assertThat(read(claim.key()).leaseOver()).isFalse();
        });
    }

    @Test
    void aPurgeGoesOnWhereItWasCut() {
        everywhere(() -> {
            NewClaim claim = claim();
            RecordFinish finish = new RecordFinish(
                    claim.key(), fence(claim), RecordState.SUCCEEDED, null, null, null, Duration.ofNanos(0));
            repeated(() -> store.finish(List.of(finish)));
            repeated(() -> store.purge(10));
            return () -> assertThat(store.read(List.of(claim.key())).get(0)).isEmpty();
        });
    }

    private void everywhere(Supplier<Runnable> act) {
        new EveryCut(cutting).act(act);
    }

    private NewClaim claim() {
        Key key = Scope.of("acme", "payment").key("k" + ++keys);
        return new NewClaim(key, Fingerprint.ofBytes(new byte[32]), "token" + keys, "tester", LONG);
    }

    private long fence(NewClaim claim) {
        return Objects.requireNonNull(
                repeated(() -> store.insertOrRead(List.of(claim))).get(0).fence());
    }

    private static RecordFinish finish(Key key, long fence) {
        return new RecordFinish(key, fence, RecordState.SUCCEEDED, Bytes.ofText("done"), null, null, LONG);
    }

    private OnceRecord read(Key key) {
        return store.read(List.of(key)).get(0).orElseThrow();
    }
}
