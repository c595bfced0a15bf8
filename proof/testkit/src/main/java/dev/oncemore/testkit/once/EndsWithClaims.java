package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore.FinishedAndClaimed;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.testkit.race.Together;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Ends and claims in one call. */
abstract class EndsWithClaims extends AdversarialBatches {
    private static final int NODES = 8;
    private static final int KEYS = 20;

    EndsWithClaims() {}

    private static RecordFinish success(Key key, long fence) {
        return new RecordFinish(key, fence, RecordState.SUCCEEDED, Bytes.ofText("by " + fence), null, null, LONG);
    }

    @Test
    void endsAndClaimsOfOneCall_areAnsweredInOrder() {
        Key settled = key("settled");
        finish(settled, insert(settled, LONG), RecordState.SUCCEEDED, LONG);
        Key deposed = key("deposed");
        long old = insert(deposed, SHORT);
        awaitLeaseOver(deposed);
        long owner = takeOver(deposed, old).orElseThrow();
        Key running = key("running");
        long fence = insert(running, LONG);

        FinishedAndClaimed both = store().finishAndClaim(
                        List.of(success(deposed, old), success(running, fence), success(key("nothing"), 1)),
                        List.of(claim(key("z"), LONG), claim(settled, LONG), claim(key("a"), LONG)));

        assertThat(both.finished()).containsExactly(false, true, false);
        assertThat(both.claimed()).hasSize(3);
        assertThat(both.claimed().get(0))
                .isEqualTo(Inserted.claimed(read(key("z")).fence()));
        assertThat(both.claimed().get(1)).isEqualTo(Inserted.found(read(settled)));
        assertThat(both.claimed().get(2))
                .isEqualTo(Inserted.claimed(read(key("a")).fence()));
        assertThat(read(running).state()).isEqualTo(RecordState.SUCCEEDED);
        assertThat(read(deposed).fence()).isEqualTo(owner);
        assertThat(read(deposed).state()).isEqualTo(RecordState.RUNNING);
    }

    @Test
    void aClaimFindsTheEndOfItsKeyInTheSameCall() {
        Key key = key("both");
        long fence = insert(key, LONG);

        FinishedAndClaimed both = store().finishAndClaim(
                        List.of(success(key, fence)), List.of(claim(key, LONG), claim(key("new"), LONG)));

        assertThat(both.finished()).containsExactly(true);
        OnceRecord found = Objects.requireNonNull(both.claimed().get(0).existing());
        assertThat(found.state()).isEqualTo(RecordState.SUCCEEDED);
        assertThat(found.response()).isEqualTo(Bytes.ofText("by " + fence));
        assertThat(both.claimed().get(1).fence()).isNotNull();
    }

    @Test
    void aRepeatedCallOfEndsAndClaims_recognisesItself() {
        Key key = key("ended");
        List<RecordFinish> ends = List.of(success(key, insert(key, LONG)));
        List<NewClaim> claims = List.of(claim(key("one"), LONG), claim(key("two"), LONG));

        FinishedAndClaimed first = store().finishAndClaim(ends, claims);

        assertThat(first.finished()).containsExactly(true);
        assertThat(store().finishAndClaim(ends, claims)).isEqualTo(first);
    }

    @Test
    void eitherListMayBeEmpty() {
        Key key = key("alone");
        FinishedAndClaimed claimed = store().finishAndClaim(List.of(), List.of(claim(key, LONG)));
        long fence = Objects.requireNonNull(claimed.claimed().get(0).fence());
        assertThat(claimed.finished()).isEmpty();

        FinishedAndClaimed finished = store().finishAndClaim(List.of(success(key, fence)), List.of());
        assertThat(finished.finished()).containsExactly(true);
        assertThat(finished.claimed()).isEmpty();
    }

    /** Each node ends the same records and claims the same keys, in another order. */
    @Test
    void endsAndClaimsOfTheSameKeysOnManyNodes_neitherDeadlockNorDouble() {
        List<RecordFinish> ends = new ArrayList<>();
        for (int k = 0; k < KEYS; k++) {
            Key key = key("end" + k);
            ends.add(success(key, insert(key, LONG)));
        }

        List<FinishedAndClaimed> answers = Together.run(NODES, node -> () -> {
            List<NewClaim> claims = new ArrayList<>();
            for (int k = 0; k < KEYS; k++) {
                claims.add(claim(key("claim" + k), LONG));
            }
            List<RecordFinish> rotated = new ArrayList<>(ends);
            Collections.rotate(rotated, node);
            Collections.rotate(claims, node);
            FinishedAndClaimed both = store().finishAndClaim(rotated, claims);
            List<Inserted> unrotated = new ArrayList<>(both.claimed());
            Collections.rotate(unrotated, -node);
            return new FinishedAndClaimed(both.finished(), unrotated);
        });

        for (FinishedAndClaimed answer : answers) {
            assertThat(answer.finished()).as("the same end of the same claim").containsOnly(true);
        }
        for (int k = 0; k < KEYS; k++) {
            int own = k;
            assertThat(answers.stream()
                            .filter(answer -> answer.claimed().get(own).fence() != null))
                    .as("key %s", k)
                    .hasSize(1);
        }
    }
}
