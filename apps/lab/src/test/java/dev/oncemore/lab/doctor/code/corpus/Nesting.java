package dev.oncemore.lab.doctor.code.corpus;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import dev.oncemore.lab.doctor.code.corpus.Parts.Bank;
import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.code.corpus.Parts.Receipt;
import dev.oncemore.lab.doctor.rule.RetryRule;
import io.github.resilience4j.retry.Retry;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.retry.support.RetryTemplate;

/** Retries inside retries. */
class Nesting {
    private final Retry retry;
    private final RetryTemplate template;
    private final RetryPolicy<Object> policy;
    private final BankClient client;
    private final Bank bank;

    Nesting(Retry retry, RetryTemplate template, RetryPolicy<Object> policy, BankClient client, Bank bank) {
        this.retry = retry;
        this.template = template;
        this.policy = policy;
        this.client = client;
        this.bank = bank;
    }

    /** The layer below. */
    static class BankClient {
        private final Bank bank;

        BankClient(Bank bank) {
            this.bank = bank;
        }

        @io.github.resilience4j.retry.annotation.Retry(name = "bank")
        public Receipt charge(Order order) throws IOException {
            return bank.charge(order);
        }

        public Receipt find(Order order) throws IOException {
            return bank.find(order.id());
        }

        Receipt loops(Order order) throws IOException, InterruptedException {
            for (int attempt = 1; ; attempt++) {
                try {
                    return bank.charge(order);
                } catch (IOException e) {
                    if (attempt == 3) {
                        throw e;
                    }
                    Thread.sleep(ThreadLocalRandom.current().nextLong(200));
                }
            }
        }
    }

    @Bad({RetryRule.NESTED_RETRIES})
    @io.github.resilience4j.retry.annotation.Retry(name = "orders")
    public Receipt annotatedOverAnnotated(Order order) throws IOException {
        return client.charge(order);
    }

    @Bad({RetryRule.NESTED_RETRIES})
    public Receipt templateOverAnnotated(Order order) throws IOException {
        return template.execute(context -> client.charge(order));
    }

    @Bad({RetryRule.NESTED_RETRIES})
    public Receipt failsafeOverLoop(Order order) {
        return Failsafe.with(policy).get(() -> client.loops(order));
    }

    @Bad({RetryRule.NESTED_RETRIES})
    public Receipt resilience4jOverTemplate(Order order) throws Exception {
        return retry.executeCallable(() -> template.execute(context -> bank.charge(order)));
    }

    @Bad({RetryRule.NESTED_RETRIES})
    public Receipt loopOverAnnotated(Order order) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return client.charge(order);
            } catch (IOException e) {
                if (attempt == 3) {
                    throw e;
                }
                Thread.sleep(ThreadLocalRandom.current().nextLong(200));
            }
        }
    }

    public Receipt oneLayer(Order order) throws Exception {
        return retry.executeCallable(() -> client.find(order));
    }

    public Receipt oneAfterTheOther(Order order) throws Exception {
        retry.executeCallable(() -> bank.find(order.id()));
        return client.charge(order);
    }

    /** A call of the same object does not pass its proxy, so that only one of the two retries. */
    @io.github.resilience4j.retry.annotation.Retry(name = "outer")
    public Receipt callsItself(Order order) throws IOException {
        return inner(order);
    }

    @io.github.resilience4j.retry.annotation.Retry(name = "inner")
    public Receipt inner(Order order) throws IOException {
        return bank.charge(order);
    }

    public Receipt annotatedBelow(Order order) throws IOException {
        return client.charge(order);
    }
}
