package dev.oncemore.desk.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AskingPlanTest {
    @Test
    void delaysGrow_andMakeUpADay() {
        Duration all = Duration.ZERO;
        Duration last = Duration.ZERO;
        for (int asked = 0; asked < AskingPlan.ASKED_MAX; asked++) {
            Duration delay = AskingPlan.delayAfter(asked).orElseThrow();
            assertThat(delay).isGreaterThanOrEqualTo(last);
            last = delay;
            all = all.plus(delay);
        }
        assertThat(AskingPlan.delayAfter(0)).contains(Duration.ofMinutes(1));
        assertThat(last).isEqualTo(Duration.ofHours(1));
        assertThat(all).isBetween(Duration.ofHours(24), Duration.ofHours(25));
        assertThat(AskingPlan.delayAfter(AskingPlan.ASKED_MAX)).isEmpty();
    }
}
