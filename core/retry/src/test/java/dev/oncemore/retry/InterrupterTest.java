package dev.oncemore.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** One interrupter serves one piece of work after the other, and hits only the one that is due. */
class InterrupterTest {
    private static final long DUE = 1_000;
    private static final long NOW = 2_000;

    private final Interrupter interrupter = Interrupter.idle();
    private final Core core = Retry.preset("api").core;

    @Test
    void hitsNothing_beforeTheWorkIsDueAndAfterItsEnd() {
        assertThat(interrupter.interruptIfDue(NOW)).isEqualTo(Core.NO_LIMIT);
        interrupter.begin(DUE, core, null);
        assertThat(interrupter.interruptIfDue(DUE - 10)).isEqualTo(10);
        assertThat(interrupter.end()).isFalse();
        assertThat(interrupter.interruptIfDue(NOW)).isEqualTo(Core.NO_LIMIT);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aTimeThatLooksLikeAStateIsStillATime() {
        for (long due = Long.MIN_VALUE; due < Long.MIN_VALUE + 6; due++) {
            interrupter.begin(due, core, null);
            assertThat(interrupter.interruptIfDue(Long.MIN_VALUE + 10)).isEqualTo(Core.NO_LIMIT);
            assertThat(interrupter.fired()).isTrue();
            assertThat(interrupter.end()).isTrue();
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void endingTwiceKeepsAnInterruptFromElsewhere() {
        interrupter.begin(DUE, core, null);
        assertThat(interrupter.end()).isFalse();
        Thread.currentThread().interrupt();

        assertThat(interrupter.end()).isFalse();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void noInterruptOutlivesItsWork_howeverBothRace() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        Thread watchdog = new Thread(() -> {
            while (!over.get()) {
                long unused = interrupter.interruptIfDue(NOW);
            }
        });
        watchdog.start();
        int hits = 0;
        int leaks = 0;
        try {
            for (int i = 0; i < 200_000 || (hits == 0 && i < 50_000_000); i++) {
                interrupter.begin(DUE, core, null);
                hits += interrupter.end() ? 1 : 0;
                leaks += Thread.interrupted() ? 1 : 0;
            }
        } finally {
            over.set(true);
            watchdog.join();
        }

        assertThat(leaks).isZero();
        assertThat(hits).isPositive();
        assertThat(Thread.interrupted()).isFalse();
    }
}
