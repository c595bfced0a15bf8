package dev.oncemore.lab.doctor.code.corpus;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import dev.failsafe.Timeout;
import dev.oncemore.lab.doctor.code.corpus.Parts.Bank;
import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.code.corpus.Parts.Orders;
import dev.oncemore.lab.doctor.code.corpus.Parts.Receipt;
import dev.oncemore.lab.doctor.code.corpus.Parts.TransientException;
import dev.oncemore.lab.doctor.rule.RetryRule;
import io.github.resilience4j.retry.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.retry.support.RetryTemplate;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Retries and transactions, in both orders. */
class Transactions {
    private final Bank bank;
    private final Orders orders;
    private final RetryTemplate template;
    private final Retry retry;
    private final TransactionTemplate transactions;
    private final Client client;
    private final RetryPolicy<Object> policy;

    Transactions(
            Bank bank,
            Orders orders,
            RetryTemplate template,
            Retry retry,
            TransactionTemplate transactions,
            Client client,
            RetryPolicy<Object> policy) {
        this.bank = bank;
        this.orders = orders;
        this.template = template;
        this.retry = retry;
        this.transactions = transactions;
        this.client = client;
        this.policy = policy;
    }

    /** Another bean, whose retries are made by its proxy. */
    static class Client {
        private final Bank bank;

        Client(Bank bank) {
            this.bank = bank;
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public Receipt charge(Order order) throws IOException {
            return bank.charge(order);
        }

        public Receipt once(Order order) throws IOException {
            return bank.charge(order);
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "orders")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void record(Order order) throws IOException {
            bank.find(order.id());
        }
    }

    @Bad({RetryRule.RETRY_IN_TRANSACTION})
    @Transactional
    public void templateInside(Order order) throws IOException {
        orders.save(order);
        template.execute(context -> bank.charge(order));
    }

    @Bad({RetryRule.RETRY_IN_TRANSACTION})
    @Transactional
    public void resilience4jInside(Order order) {
        orders.save(order);
        retry.executeRunnable(() -> orders.save(order));
    }

    @Bad({RetryRule.RETRY_IN_TRANSACTION})
    @Transactional
    public void failsafeInside(Order order) {
        Failsafe.with(policy).run(() -> orders.save(order));
    }

    @Bad({RetryRule.RETRY_IN_TRANSACTION})
    @Transactional
    public void proxyInside(Order order) throws IOException {
        orders.save(order);
        client.charge(order);
    }

    @Bad({RetryRule.RETRY_IN_TRANSACTION})
    @Transactional
    public void deeper(Order order) throws IOException {
        orders.save(order);
        finish(order);
    }

    private void finish(Order order) throws IOException {
        client.charge(order);
    }

    @Bad({RetryRule.RETRY_IN_TRANSACTION})
    @Transactional
    public void loopInside(Order order) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                bank.charge(order);
                return;
            } catch (IOException e) {
                if (attempt == 3) {
                    throw e;
                }
                Thread.sleep(ThreadLocalRandom.current().nextLong(200));
            }
        }
    }

    @Bad({RetryRule.RETRY_IN_TRANSACTION})
    public void templateInTemplate(Order order) {
        transactions.executeWithoutResult(status -> {
            orders.save(order);
            retry.executeRunnable(() -> orders.save(order));
        });
    }

    /** Each attempt has a transaction of its own. */
    public void transactionInside(Order order) {
        retry.executeRunnable(() -> transactions.executeWithoutResult(status -> orders.save(order)));
    }

    /** Spring Retry puts its advice around that of the transaction. */
    @org.springframework.retry.annotation.Retryable(
            retryFor = TransientException.class,
            backoff = @org.springframework.retry.annotation.Backoff(delay = 100, multiplier = 2, random = true))
    @Transactional
    public void bothInTheUsualOrder(Order order) {
        orders.save(order);
    }

    @Transactional
    public void withoutRetries(Order order) throws IOException {
        orders.save(order);
        client.once(order);
    }

    /** Each attempt has a transaction of its own, because the callee demands one. */
    @Transactional
    public void suspended(Order order) throws IOException {
        orders.save(order);
        client.record(order);
    }

    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    public void withoutTransaction(Order order) throws IOException {
        client.charge(order);
    }

    public void afterTheCommit(Order order) throws IOException {
        transactions.executeWithoutResult(status -> orders.save(order));
        client.charge(order);
    }

    /** An executor of Failsafe without a policy of retries, in a class without any. */
    static class TimeoutOnly {
        private final Timeout<Object> timeout = Timeout.of(Duration.ofSeconds(1));

        @Transactional
        public void failsafeWithoutRetries(Orders orders, Order order) {
            Failsafe.with(timeout).run(() -> orders.save(order));
        }
    }
}
