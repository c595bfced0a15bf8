package dev.oncemore.bench.spring;

import dev.oncemore.spring.RunOnce;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** The application with the annotation of the first steps: the record is part of the payment's transaction. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class RecordedShop {
    /** The payments of {@link ShopApplication}, once per key. */
    @RestController
    static class Payments {
        private final JdbcTemplate jdbc;

        Payments(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/payments")
        @Transactional
        @RunOnce(operation = "payment:create", tenant = "'acme'", key = "#p0", payload = "#p1")
        public String pay(@RequestHeader(ShopApplication.KEY) String key, @RequestBody String amount) {
            jdbc.update("INSERT INTO payment (reference, amount) VALUES (?, ?)", key, amount);
            return "paid " + amount;
        }
    }
}
