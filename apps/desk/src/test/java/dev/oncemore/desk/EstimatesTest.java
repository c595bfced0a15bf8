package dev.oncemore.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.send.Remaining;
import dev.oncemore.desk.sheet.RowState;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.TestWorkbooks;
import dev.oncemore.time.Time;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long a sheet still takes, with others in front of it. */
class EstimatesTest {
    /** One document a second. */
    private static final double PER_MINUTE = 60;

    private final AtomicLong nanos = new AtomicLong();
    private Javalin other;
    private OpenDesk desk;

    @BeforeEach
    void start(@TempDir Path folder) {
        other = Javalin.create(config -> {
                    config.routes.before(Context::body);
                    config.routes.post(
                            "/invoices", context -> context.status(201).result("{\"id\":7}"));
                    config.routes.get("/invoices", context -> context.result("{\"invoices\":[]}"));
                })
                .start("127.0.0.1", 0);
        desk = OpenDesk.sqlite(folder, other.port(), new SteppedTime(nanos));
    }

    @AfterEach
    void stop() {
        desk.close();
        other.stop();
    }

    private Sheet send(String prefix, int documents) {
        StringBuilder csv = new StringBuilder(String.join(",", TestWorkbooks.HEADINGS) + "\n");
        for (int i = 0; i < documents; i++) {
            csv.append(prefix + i + ",2026-01-31,Foods,tea,2,150,8\n");
        }
        Sheet sheet = desk.take(csv.toString().getBytes(StandardCharsets.UTF_8), prefix + ".csv");
        desk.acts().run(desk.sheetService().confirm(sheet.id(), "anna"));
        return desk.sheetService().sheet(sheet.id());
    }

    private Remaining remaining(Sheet sheet) {
        return desk.sendService().queries().remaining(sheet);
    }

    private int waiting(Sheet sheet) {
        return desk.sheetService().counts(sheet.id()).getOrDefault(RowState.PENDING, 0);
    }

    private Duration left(Sheet sheet) {
        assertThat(remaining(sheet).estimate()).isNotNull();
        assertThat(remaining(sheet).estimate().perMinute()).isEqualTo(PER_MINUTE);
        return remaining(sheet).estimate().span();
    }

    /** Sends one document a second. */
    private void send(int documents) {
        for (int i = 0; i < documents; i++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(desk.runNext()).isTrue();
        }
    }

    @Test
    void nothingIsSaidInTheFirst30Seconds() {
        Sheet sheet = send("A-", 40);
        for (int sent = 1; sent <= 30; sent++) {
            send(1);
            assertThat(remaining(sheet).estimate())
                    .as((sent - 1) + " s after the first")
                    .isNull();
            assertThat(remaining(sheet).rows()).isEqualTo(40 - sent);
        }
        send(1);
        assertThat(left(sheet)).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void whatIsInFrontIsSentFirst_unlessItIsPaused() {
        Sheet front = send("F-", 50);
        Sheet behind = send("B-", 20);
        // Two confirmations may have the same millisecond.
        desk.database()
                .update("UPDATE oncemore_sheet SET confirmed_at = confirmed_at + 1000 WHERE id = ?", behind.id());
        Sheet last = desk.sheetService().sheet(behind.id());
        send(31);
        assertThat(left(front)).isEqualTo(Duration.ofSeconds(waiting(front)));
        assertThat(left(last)).isEqualTo(Duration.ofSeconds(waiting(front) + waiting(last)));
        assertThat(waiting(front)).isPositive();

        desk.acts().run(desk.sendService().pause(front, "ben"));
        assertThat(remaining(front).estimate()).isNull();
        assertThat(remaining(front).waitingFor()).isEqualTo("paused by ben");
        assertThat(left(last)).as("alone").isEqualTo(Duration.ofSeconds(waiting(last)));
    }

    /** The time stands still between the steps of the test; what waits, waits for real. */
    private record SteppedTime(AtomicLong nanos) implements Time {
        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public void sleep(long delayNanos) throws InterruptedException {
            Time.system().sleep(delayNanos);
        }

        @Override
        public void await(Future<?> event, long delayNanos) throws InterruptedException {
            Time.system().await(event, delayNanos);
        }

        @Override
        public Alarm alarm(long delayNanos, Runnable task) {
            return Time.system().alarm(delayNanos, task);
        }
    }
}
