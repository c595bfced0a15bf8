package dev.oncemore.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.server.web.Refusal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PasswordChecksTest {
    private final PasswordChecks checks = new PasswordChecks(1);
    private final ExecutorService requests = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        requests.shutdownNow();
    }

    private static LoginThrottle.Attempt known(String name) {
        return new LoginThrottle.Attempt(name, "office", Optional.of("browser of " + name));
    }

    private static LoginThrottle.Attempt stranger(String name, String client) {
        return new LoginThrottle.Attempt(name, client, Optional.empty());
    }

    /** Keeps the only thread busy until the end. */
    private void occupy(LoginThrottle.Attempt attempt) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        running.add(requests.submit(() -> checks.run(attempt, () -> {
            begun.countDown();
            end.await();
            return true;
        })));
        begun.await();
    }

    /** Returns when it waits for its turn. */
    private void queue(LoginThrottle.Attempt attempt, Callable<?> check) {
        int before = checks.waiting();
        running.add(requests.submit(() -> checks.run(attempt, check)));
        while (checks.waiting() == before) {
            Thread.onSpinWait();
        }
    }

    private void finish() throws Exception {
        end.countDown();
        for (Future<?> one : running) {
            one.get();
        }
    }

    @Test
    void anAccountHasAFewPlacesInItsBrowsers_andOthersHaveTheirs() throws Exception {
        occupy(known("sam"));
        for (int i = 1; i < PasswordChecks.PER_ACCOUNT_MAX; i++) {
            queue(known("sam"), () -> true);
        }
        assertThatThrownBy(() -> checks.run(known("sam"), () -> true))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(429));
        queue(known("stella"), () -> true);
        for (int i = 0; i < PasswordChecks.PER_CLIENT_MAX; i++) {
            queue(stranger("sam", "a client"), () -> true);
        }
        assertThatThrownBy(() -> checks.run(stranger("stella", "a client"), () -> true))
                .isInstanceOf(Refusal.class);
        queue(stranger("stella", "another client"), () -> true);

        finish();
        assertThat(checks.waiting()).isZero();
        assertThat(checks.run(known("sam"), () -> true))
                .as("places are given back")
                .isTrue();
    }

    @Test
    void oneOfTheOthersHasItsTurnAfterThreeKnownBrowsers() {
        LoginTurns<String> turns = new LoginTurns<>();
        for (int i = 1; i <= 8; i++) {
            turns.add(true, "known " + i);
        }
        turns.add(false, "other 1");
        turns.add(false, "other 2");
        turns.add(false, "gone");
        turns.remove(false, "gone");
        List<String> order = new ArrayList<>();
        for (String next = turns.poll(); next != null; next = turns.poll()) {
            order.add(next);
        }
        assertThat(order)
                .containsExactly(
                        "known 1", "known 2", "known 3", "other 1", "known 4", "known 5", "known 6", "other 2",
                        "known 7", "known 8");
    }

    /** An account that begins a login whenever one ends keeps the known browsers busy for ever. */
    @Test
    void whoeverLogsInAllTheTimeDoesNotLockStrangersOut() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        occupy(known("sam"));
        queue(known("sam"), () -> order.add("known"));
        queue(known("ann"), () -> order.add("known"));
        queue(known("ben"), () -> order.add("known"));
        queue(known("eve"), () -> order.add("known"));
        queue(stranger("stella", "a client"), () -> order.add("stranger"));
        finish();
        assertThat(order).hasSize(5).element(2).isEqualTo("stranger");
    }
}
