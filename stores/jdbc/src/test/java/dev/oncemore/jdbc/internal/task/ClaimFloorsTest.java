package dev.oncemore.jdbc.internal.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.internal.task.ClaimFloors.Begin;
import dev.oncemore.jdbc.internal.task.ClaimFloors.Floor;
import dev.oncemore.jdbc.internal.task.ClaimFloors.Found;
import dev.oncemore.jdbc.internal.task.ClaimFloors.Level;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.Lane;
import dev.oncemore.task.store.OnPoison;
import dev.oncemore.task.store.Task;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When claims look from the start, and where they begin otherwise. */
class ClaimFloorsTest {
    private static final long CHEAP = 4_000;
    private static final long DEAR = 50_000;
    private static final long MARGIN = 50_000;

    private final VirtualTime time = new VirtualTime();
    private final ClaimFloors floors = new ClaimFloors(time);

    private static Found found(String id, int priority, @Nullable String lane, long dueSince) {
        Task task = new Task(
                id,
                "mail",
                "welcome",
                Bytes.ofText(id),
                Map.of(),
                priority,
                null,
                lane == null ? null : new Lane(lane, OnPoison.SKIP),
                null);
        return new Found(new Claimed(task, 1, 1, 0, Instant.EPOCH, Duration.ZERO, false, Duration.ZERO), dueSince);
    }

    private void claim(long tookMicros, Found... found) {
        floors.learn(floors.next(), List.of(found), tookMicros);
    }

    @Test
    void whileLookingFromTheStartIsCheapThatIsDone_withTheLevelsThatAreKnown() {
        claim(CHEAP, found("a", 5, null, 1_000_000));

        assertThat(floors.next()).isEqualTo(new Begin(true, List.of(new Floor(new Level("mail", 5), 0))));
    }

    @Test
    void onceItIsDearClaimsBeginALittleBeforeWhatWasClaimedLast() {
        claim(DEAR, found("a", 5, null, 1_000_000), found("b", 5, null, 1_000_100));

        assertThat(floors.next())
                .isEqualTo(new Begin(false, List.of(new Floor(new Level("mail", 5), 1_000_000 - MARGIN))));
        claim(CHEAP, found("c", 5, null, 2_000_000));
        assertThat(floors.next().floors()).containsExactly(new Floor(new Level("mail", 5), 2_000_000 - MARGIN));
    }

    @Test
    void fromTimeToTimeOneClaimLooksFromTheStart() {
        claim(DEAR, found("a", 5, null, 1_000_000));
        time.advance(Duration.ofNanos(DEAR * 1_000 * 19));
        assertThat(floors.next().isStart()).isFalse();

        time.advance(Duration.ofNanos(DEAR * 1_000));

        Begin start = floors.next();
        assertThat(start.isStart()).isTrue();
        assertThat(floors.next().isStart()).as("only one of many").isFalse();
        floors.learn(start, List.of(), CHEAP);
        assertThat(floors.next().isStart()).as("it is cheap again").isTrue();
    }

    @Test
    void aClaimThatFoundNothingLooksFromTheStart_forAllOthersToo() {
        claim(DEAR, found("a", 5, null, 1_000_000));
        assertThat(floors.next().isStart()).isFalse();

        assertThat(floors.start()).isEqualTo(new Begin(true, List.of(new Floor(new Level("mail", 5), 0))));
        time.advance(Duration.ofNanos(DEAR * 1_000 * 19));
        assertThat(floors.next().isStart()).as("somebody just did").isFalse();
    }

    @Test
    void whatFollowsInALaneMovesNoFloor() {
        claim(DEAR, found("x1", 0, "x", 2_000_000), found("x2", 9, "x", 1_000));

        assertThat(floors.next().floors()).containsExactly(new Floor(new Level("mail", 0), 2_000_000 - MARGIN));
    }
}
