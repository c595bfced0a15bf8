package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.spring.OncemoreTest;
import dev.oncemore.task.TaskOptions;
import dev.oncemore.task.Tasks;
import dev.oncemore.time.VirtualTime;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** One bean with the engines alone: no database, and time that passes only when the test says so. */
@OncemoreTest(Mailer.class)
class MailerTest {
    @Autowired
    private Mailer mailer;

    @Autowired
    private Tasks tasks;

    @Autowired
    private VirtualTime time;

    @Test
    void aMailIsSentWhenItsTimeHasCome() {
        tasks.enqueue(
                "receipt-mail",
                new Pay("acme", "inv-007", new BigDecimal("1.00")),
                TaskOptions.standard().delay(Duration.ofHours(1)));

        tasks.manualWorker().runAll();
        assertThat(mailer.sent()).isEmpty();

        time.advance(Duration.ofHours(1));
        tasks.manualWorker().runAll();
        assertThat(mailer.sent()).containsExactly("inv-007");
    }
}
