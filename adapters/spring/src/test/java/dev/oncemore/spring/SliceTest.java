package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.once.Once;
import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;

/** A test of one bean as a user writes it: no database, and time that passes only when the test says so. */
@OncemoreTest(SliceTest.Mailer.class)
@TestPropertySource(properties = "oncemore.policies.mail.preset=pipeline")
@DirtiesContext(classMode = DirtiesContext.ClassMode.BEFORE_EACH_TEST_METHOD)
class SliceTest {
    @Autowired
    private Mailer mailer;

    @Autowired
    private Tasks tasks;

    @Autowired
    private VirtualTime time;

    @Autowired
    private Once once;

    @Autowired
    private ObjectProvider<DataSource> dataSource;

    @Test
    void thereIsNoDatabase() {
        assertThat(dataSource.getIfAvailable()).isNull();
        assertThat(once).isNotNull();
    }

    @Test
    void aRetryWaitsInVirtualTime() throws ConnectException {
        mailer.failNext(2);

        assertThat(mailer.look()).isEqualTo("looked");
        assertThat(time.sleeps()).hasSize(2);
    }

    @Test
    void anEffectRunsOnce_untilItsRecordExpires() {
        assertThat(mailer.send("ann")).isEqualTo(1);
        assertThat(mailer.send("ann")).isEqualTo(1);

        time.advance(Duration.ofDays(2));

        assertThat(mailer.send("ann")).isEqualTo(2);
    }

    @Test
    void aTaskIsRetriedWhenItsTimeHasCome() {
        mailer.failNext(1);
        TaskHandle handle = tasks.enqueue("mail", "ann");

        tasks.manualWorker().runAll();
        assertThat(handle.poll().orElseThrow().state()).isNotEqualTo(TaskState.DONE);
        time.advance(Duration.ofMinutes(10));
        tasks.manualWorker().runAll();

        assertThat(handle.poll().orElseThrow().state()).isEqualTo(TaskState.DONE);
        assertThat(mailer.sent()).isEqualTo(1);
    }

    @Test
    void aScheduleFiresWhenItsTimeHasCome() {
        tasks.manualWorker().runAll();
        assertThat(mailer.fired()).isZero();

        time.advance(Duration.ofHours(24));
        tasks.manualWorker().runAll();

        assertThat(mailer.fired()).isEqualTo(1);
    }

    static class Mailer {
        private final AtomicInteger failures = new AtomicInteger();
        private final AtomicInteger sent = new AtomicInteger();
        private final AtomicInteger fired = new AtomicInteger();

        void failNext(int times) {
            failures.set(times);
        }

        int sent() {
            return sent.get();
        }

        int fired() {
            return fired.get();
        }

        @Retrying(policy = "mail", safety = DeclaredSafety.READ_ONLY)
        public String look() throws ConnectException {
            if (failures.getAndDecrement() > 0) {
                throw new ConnectException("refused");
            }
            return "looked";
        }

        @RunOnce(operation = "mail:send", tenant = "'acme'", key = "#to")
        public int send(String to) {
            return sent.incrementAndGet();
        }

        @HandlesTask("mail")
        void mail(String to) throws ConnectException {
            if (failures.getAndDecrement() > 0) {
                throw new ConnectException("refused");
            }
            sent.incrementAndGet();
        }

        @FiresAt(name = "nightly", cron = "0 30 3 * * *", zone = "UTC")
        void nightly() {
            fired.incrementAndGet();
        }
    }
}
