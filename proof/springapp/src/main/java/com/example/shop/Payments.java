package com.example.shop;

import dev.oncemore.once.Outcome;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.task.TransactionalTasks;
import java.math.BigDecimal;
import java.sql.Connection;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The row, its record and the task for the mail commit in one transaction of Spring's. */
@Service
class Payments {
    private final DataSource dataSource;
    private final JdbcClient jdbc;
    private final TransactionalOperation<Receipt, Connection> pay;
    private final TransactionalTasks<Connection> tasks;

    Payments(
            DataSource dataSource,
            JdbcClient jdbc,
            TransactionalOperation<Receipt, Connection> pay,
            TransactionalTasks<Connection> tasks) {
        this.dataSource = dataSource;
        this.jdbc = jdbc;
        this.pay = pay;
        this.tasks = tasks;
    }

    @Transactional
    public Outcome<Receipt> pay(String invoice, BigDecimal amount) {
        Connection connection = DataSourceUtils.getConnection(dataSource); // that of the transaction
        return pay.within(connection)
                .key("acme", invoice)
                .run(Map.of("invoice", invoice, "amount", amount), () -> insert(connection, invoice, amount));
    }

    private Receipt insert(Connection connection, String invoice, BigDecimal amount) {
        jdbc.sql("insert into payment (invoice, amount) values (?, ?)")
                .params(invoice, amount)
                .update();
        tasks.within(connection).enqueue("receipt-mail", invoice);
        if (amount.signum() < 0) {
            throw new IllegalArgumentException("a payment must not be negative");
        }
        return new Receipt(invoice, amount, Instant.parse("2026-11-17T09:00:00Z"), Set.of("paid", "new"));
    }
}
