package dev.oncemore.examples.payments;

import dev.oncemore.http.serve.Caller;
import dev.oncemore.http.serve.IdempotencySettings;
import dev.oncemore.once.Once;
import dev.oncemore.once.Operation;
import dev.oncemore.once.Reconciled;
import dev.oncemore.spring.HandlesTask;
import dev.oncemore.spring.RunOnce;
import dev.oncemore.task.Tasks;
import java.io.IOException;
import java.util.Optional;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The payment gateway: a Spring Boot application. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({Gateway.Payments.class, Gateway.Charges.class, Gateway.Endpoint.class, Gateway.NaiveEndpoint.class})
class Gateway {
    record Pay(String invoice, long cents) {}

    // snippet: payments
    static class Payments {
        private final JdbcClient jdbc;
        private final Tasks tasks;

        Payments(JdbcClient jdbc, Tasks tasks) {
            this.jdbc = jdbc;
            this.tasks = tasks;
        }

        @Transactional
        @RunOnce(operation = "payment:create", tenant = "'shop'", key = "#pay.invoice") // in this transaction
        public String pay(Pay pay) {
            jdbc.sql("INSERT INTO payment (invoice, cents) VALUES (?, ?)")
                    .params(pay.invoice(), pay.cents())
                    .update();
            tasks.enqueue("charge", pay); // in it too: a payment without a charge cannot exist
            return pay.invoice() + " accepted";
        }
    }
    // end

    // snippet: charges
    static class Charges {
        private final Bank bank;
        private final Operation<String> charge;

        Charges(Bank bank, Once once) {
            this.bank = bank;
            charge = once.operation("bank:charge", String.class)
                    // The reply was lost, or the process died: ask the bank before charging again.
                    .whenUnknown(claim -> Reconciled.happenedIfPresent(bank.find(claim.downstreamKey())))
                    .build();
        }

        @HandlesTask("charge")
        String charge(Pay pay) {
            return charge.key("shop", pay.invoice())
                    .run(pay, claim -> bank.charge(claim.downstreamKey()))
                    .require(); // an exception: the task is retried
        }
    }
    // end

    @RestController
    static class Endpoint {
        private final Payments payments;

        Endpoint(Payments payments) {
            this.payments = payments;
        }

        @PostMapping("/payments")
        String pay(@RequestBody Pay pay) {
            return payments.pay(pay);
        }
    }

    /** The same without Oncemore. */
    @RestController
    static class NaiveEndpoint {
        private final JdbcClient jdbc;
        private final Bank bank;

        NaiveEndpoint(JdbcClient jdbc, Bank bank) {
            this.jdbc = jdbc;
            this.bank = bank;
        }

        @PostMapping("/naive/payments")
        String pay(@RequestBody Pay pay) throws IOException, InterruptedException {
            jdbc.sql("INSERT INTO payment (invoice, cents) VALUES (?, ?)")
                    .params(pay.invoice(), pay.cents())
                    .update();
            bank.charge(pay.invoice());
            return pay.invoice() + " accepted";
        }
    }

    /** In production the caller is the authenticated user, which is the filter's default. */
    @Bean
    IdempotencySettings idempotency() {
        return IdempotencySettings.standard().requireKey().callers(request -> Optional.of(Caller.of("shop")));
    }
}
