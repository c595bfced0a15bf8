package dev.oncemore.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class RecentLookTest {
    private final VirtualTime time = new VirtualTime();
    private final Deque<Runnable> beside = new ArrayDeque<>();
    private Duration cost = Duration.ofMillis(5);
    private int asked;
    private Runnable change = () -> {};

    private final RecentLook<Integer> look = new RecentLook<>(this::ask, beside::add, time);

    private int ask() {
        time.advance(cost);
        change.run();
        return ++asked;
    }

    @Test
    void whatIsQuickIsAlwaysTrueNow() {
        assertThat(look.get()).isEqualTo(1);
        assertThat(look.get()).isEqualTo(2);
        assertThat(beside).isEmpty();
    }

    @Test
    void whatIsSlowIsFoundOutBeside_once_andNotTooOften() {
        cost = Duration.ofMillis(500);
        assertThat(look.get()).isEqualTo(1);
        assertThat(look.get()).isEqualTo(1);
        time.advance(Duration.ofMillis(4_400));
        assertThat(look.get()).isEqualTo(1);
        assertThat(beside).as("the store has its rest").isEmpty();
        time.advance(Duration.ofMillis(200));
        assertThat(look.get()).isEqualTo(1);
        assertThat(look.get()).isEqualTo(1);
        assertThat(beside).hasSize(1);
        beside.remove().run();
        assertThat(look.get()).isEqualTo(2);
    }

    @Test
    void whatWasSeenBeforeAChangeDoesNotHideIt() {
        cost = Duration.ofMillis(500);
        look.get();
        time.advance(Duration.ofMinutes(1));
        look.get();
        change = look::forget;
        beside.remove().run();
        change = () -> {};
        assertThat(look.get()).isEqualTo(3);
    }

    @Test
    void theChangerSeesTheChange() {
        cost = Duration.ofMillis(500);
        look.get();
        look.forget();
        assertThat(look.get()).isEqualTo(2);
    }
}
