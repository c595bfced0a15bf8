package com.example.shop;

import dev.oncemore.spring.DeclaredSafety;
import dev.oncemore.spring.Retrying;
import dev.oncemore.spring.RunOnce;
import dev.oncemore.task.Tasks;
import java.time.Instant;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The row, its record and the task for the mail commit in one transaction of Spring's. */
// snippet: pay
@Service
class Payments {
    private final JdbcClient jdbc;
    private final Tasks tasks;

    Payments(JdbcClient jdbc, Tasks tasks) {
        this.jdbc = jdbc;
        this.tasks = tasks;
    }

    @Retrying(policy = "bank", safety = DeclaredSafety.IDEMPOTENT) // each attempt is a transaction of its own
    @Transactional
    @RunOnce(operation = "payment:create", tenant = "#pay.shop", key = "#pay.invoice") // in that transaction
    public Receipt pay(Pay pay) {
        jdbc.sql("insert into payment (invoice, amount) values (?, ?)")
                .params(pay.invoice(), pay.amount())
                .update();
        tasks.enqueue("receipt-mail", pay); // in it too; workers learn of it after the commit
        if (pay.amount().signum() < 0) {
            throw new IllegalArgumentException("a payment must not be negative"); // nothing of the above remains
        }
        return new Receipt(pay.invoice(), pay.amount(), Instant.now(), Set.of("paid", "new"));
    }
}
// end
