package dev.oncemore.bench.spring;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** An application with one endpoint, which books a payment in a transaction. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ShopApplication {
    static final String KEY = "Idempotency-Key";

    /** The same for all applications. */
    @RestController
    static class Payments {
        private final JdbcTemplate jdbc;

        Payments(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/payments")
        @Transactional
        public String pay(@RequestHeader(KEY) String key, @RequestBody String amount) {
            jdbc.update("INSERT INTO payment (reference, amount) VALUES (?, ?)", key, amount);
            return "paid " + amount;
        }
    }
}
