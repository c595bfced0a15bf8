package dev.oncemore.lab.doctor.code.corpus;

import dev.oncemore.lab.doctor.code.corpus.Parts.Bank;
import dev.oncemore.lab.doctor.code.corpus.Parts.Order;
import dev.oncemore.lab.doctor.code.corpus.Parts.Orders;
import dev.oncemore.lab.doctor.code.corpus.Parts.Receipt;
import dev.oncemore.lab.doctor.rule.RetryRule;
import io.github.resilience4j.retry.annotation.Retry;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.scheduling.annotation.Async;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Calls that no proxy sees, and calls that another thread makes. */
final class SelfCalls {
    private SelfCalls() {}

    static class Base {
        private final Bank bank;

        Base(Bank bank) {
            this.bank = bank;
        }

        @Retry(name = "bank")
        public Receipt charge(Order order) throws IOException {
            return bank.charge(order);
        }
    }

    static class Derived extends Base {
        Derived(Bank bank) {
            super(bank);
        }

        /** An inherited method is called on the object itself, so that only one of the two retries. */
        @Retry(name = "orders")
        public Receipt inherited(Order order) throws IOException {
            return charge(order);
        }

        @Retry(name = "orders")
        @Override
        public Receipt charge(Order order) throws IOException {
            return super.charge(order);
        }

        @Retry(name = "orders")
        public Receipt byAnInnerClass(Order order) throws Exception {
            return new Callable<Receipt>() {
                @Override
                public Receipt call() throws IOException {
                    return charge(order);
                }
            }.call();
        }

        @Bad({RetryRule.NESTED_RETRIES})
        @Retry(name = "orders")
        public Receipt ofAnother(Base other, Mail mail, Order order) throws IOException {
            mail.later(order);
            return new Client(other).pass(order);
        }
    }

    /** Passes a call on to another bean. */
    static class Client {
        private final Base base;

        Client(Base base) {
            this.base = base;
        }

        Receipt pass(Order order) throws IOException {
            return base.charge(order);
        }
    }

    static class Mail {
        private final Bank bank;

        Mail(Bank bank) {
            this.bank = bank;
        }

        @Async
        @Retry(name = "mail")
        public void later(Order order) throws IOException {
            bank.find(order.id());
        }
    }

    static class Shop {
        private final Orders orders;
        private final Base base;
        private final Mail mail;
        private final Executor executor;
        private final Ledger ledger;

        Shop(Orders orders, Base base, Mail mail, Executor executor, Ledger ledger) {
            this.orders = orders;
            this.base = base;
            this.mail = mail;
            this.executor = executor;
            this.ledger = ledger;
        }

        /** The transaction is that of another thread, if there is one. */
        @Transactional
        public void asynchronously(Order order) throws IOException {
            orders.save(order);
            mail.later(order);
        }

        @Transactional
        public void onAnExecutor(Order order) {
            orders.save(order);
            start(order);
        }

        private void start(Order order) {
            executor.execute(() -> chargeOrFail(order));
        }

        private void chargeOrFail(Order order) {
            try {
                base.charge(order);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The interface demands a transaction for each attempt. */
        @Transactional
        public void ownTransactionOfAnInterface(Order order) throws IOException {
            orders.save(order);
            ledger.book(order);
        }

        @Bad({RetryRule.RETRY_IN_TRANSACTION})
        @Transactional
        public void onThisThread(Order order) {
            orders.save(order);
            chargeOrFail(order);
        }

        /** What is new each time is the transaction of the callee, but this one stays open meanwhile. */
        @Bad({RetryRule.RETRY_IN_TRANSACTION, RetryRule.NESTED_RETRIES})
        @Transactional
        public void loopsOverANewTransaction(Order order) throws InterruptedException {
            for (int attempt = 1; attempt <= 3; attempt++) {
                try {
                    ledger.book(order);
                    return;
                } catch (IOException e) {
                    Thread.sleep(ThreadLocalRandom.current().nextLong(200));
                }
            }
        }
    }

    interface Ledger {
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        void book(Order order) throws IOException;
    }

    interface Payroll {
        @Transactional
        void run(Base base, Order order) throws IOException;
    }

    static class BankPayroll implements Payroll {
        @Bad({RetryRule.RETRY_IN_TRANSACTION})
        @Override
        public void run(Base base, Order order) throws IOException {
            base.charge(order);
        }
    }

    static class BankLedger implements Ledger {
        private final Bank bank;

        BankLedger(Bank bank) {
            this.bank = bank;
        }

        @Retry(name = "ledger")
        @Override
        public void book(Order order) throws IOException {
            bank.find(order.id());
        }
    }

    /** An annotation of the application. */
    @Transactional
    @Retention(RetentionPolicy.RUNTIME)
    @interface InTransaction {}

    /** Another. */
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    @Retention(RetentionPolicy.RUNTIME)
    @interface InNewTransaction {}

    static class Composed {
        private final Base base;
        private final Bank bank;

        Composed(Base base, Bank bank) {
            this.base = base;
            this.bank = bank;
        }

        @Bad({RetryRule.RETRY_IN_TRANSACTION})
        @InTransaction
        public Receipt outside(Order order) throws IOException {
            return base.charge(order);
        }

        @InTransaction
        public Receipt each(Composed other, Order order) throws IOException {
            return new Passing(other).pass(order);
        }

        @Retry(name = "bank")
        @InNewTransaction
        public Receipt own(Order order) throws IOException {
            return bank.charge(order);
        }
    }

    record Passing(Composed composed) {
        Receipt pass(Order order) throws IOException {
            return composed.own(order);
        }
    }
}
