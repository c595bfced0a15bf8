package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PurgePaceTest {
    private final VirtualTime time = new VirtualTime();
    private final PurgePace pace = new PurgePace(time, 1_000);
    private final List<Integer> sizes = new ArrayList<>();

    @Test
    void growsWhileItIsQuick_upToTheMost() {
        assertThat(purge(5_000, Duration.ofNanos(1_000))).isEqualTo(5_000);

        assertThat(sizes).startsWith(20, 40, 80, 160, 320, 640, 1_000, 1_000);
    }

    @Test
    void halvesWhenOthersWouldWaitForLong_downToASingleRow() {
        purge(100, Duration.ofMillis(30));

        assertThat(sizes).startsWith(20, 10, 5, 2, 1, 1);
    }

    @Test
    void endsWhenNothingIsLeft() {
        int purged = pace.purge(1_000, rows -> 3);

        assertThat(purged).isEqualTo(3);
    }

    private int purge(int wanted, Duration perRow) {
        return pace.purge(wanted, rows -> {
            sizes.add(rows);
            time.advance(perRow.multipliedBy(rows));
            return rows;
        });
    }
}
