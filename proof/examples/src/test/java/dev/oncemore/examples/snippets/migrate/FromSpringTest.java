package dev.oncemore.examples.snippets.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.oncemore.retry.GaveUpException;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.Sqlite;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.retry.annotation.EnableRetry;

class FromSpringTest {
    @Test
    void springRetryRepeatsALostReply_andChargesTwice() throws IOException {
        LossyBank templates = new LossyBank();
        assertThat(new SpringRetryBefore(templates).chargeByTemplate()).isEqualTo("charge-2");

        try (var context = new AnnotationConfigApplicationContext(SpringRetryApplication.class)) {
            assertThat(context.getBean(SpringRetryBefore.class).charge("inv-001"))
                    .isEqualTo("charge-2");
        }
    }

    @Test
    void springSevenRepeatsALostReply_andChargesTwice() throws IOException {
        try (var context = new AnnotationConfigApplicationContext(SpringSevenApplication.class)) {
            assertThat(context.getBean(SpringSevenBefore.class).charge("inv-001"))
                    .isEqualTo("charge-2");
        }
    }

    @Test
    void theStarterDoesNot() {
        try (FreshDatabase sqlite = Sqlite.freshDatabase();
                ConfigurableApplicationContext context = new SpringApplicationBuilder(OncemoreApplication.class)
                        .web(WebApplicationType.NONE)
                        .properties(Map.of(
                                "spring.application.name", "shop",
                                "spring.main.banner-mode", "off",
                                "spring.datasource.url", sqlite.url(),
                                "oncemore.policies.bank.max-attempts", "3"))
                        .run()) {
            assertThatThrownBy(() -> context.getBean(SpringAfter.class).charge("inv-001"))
                    .matches(GaveUpException::mayHaveHappened);
            assertThat(context.getBean(LossyBank.class).charges()).isEqualTo(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableRetry(proxyTargetClass = true)
    static class SpringRetryApplication {
        @Bean
        SpringRetryBefore charging() {
            return new SpringRetryBefore(new LossyBank());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods(proxyTargetClass = true)
    static class SpringSevenApplication {
        @Bean
        SpringSevenBefore charging() {
            return new SpringSevenBefore(new LossyBank());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OncemoreApplication {
        @Bean
        LossyBank bank() {
            return new LossyBank();
        }

        @Bean
        SpringAfter charging(LossyBank bank) {
            return new SpringAfter(bank);
        }
    }
}
