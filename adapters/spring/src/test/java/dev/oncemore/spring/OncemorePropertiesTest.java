package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.retry.Retries;
import dev.oncemore.retry.policy.RetryPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;

class OncemorePropertiesTest {
    private static final String YAML = """
            oncemore:
              schema: apply            # apply | check | none
              policies:
                bank: {preset: api, attempt-timeout: 500ms, deadline: 2s, breaker: {failures: 5}}
                mail: {preset: documents, budget: unlimited, deadline: none, classify: {transient: [com.example.Busy]}}
              once: {who: shop, retention: 7d}
              tasks: {workers: true, queues: {billing: {concurrency: 4}}}
              http.idempotency: {paths: [/payments/**], require-key: true}
            """;

    @Test
    void theYamlOfTheGuideIsRead() throws IOException {
        List<PropertySource<?>> yaml = new YamlPropertySourceLoader()
                .load("application.yaml", new ByteArrayResource(YAML.getBytes(StandardCharsets.UTF_8)));

        TestDatabase.application()
                .withInitializer(
                        context -> context.getEnvironment().getPropertySources().addFirst(yaml.get(0)))
                .run(context -> {
                    Retries retries = context.getBean(Retries.class);
                    assertThat(retries.names()).containsExactly("bank", "mail");
                    RetryPolicy bank = retries.get("bank").policy();
                    assertThat(bank.attemptTimeout()).contains(Duration.ofMillis(500));
                    assertThat(bank.deadline()).contains(Duration.ofSeconds(2));
                    assertThat(bank.breaker()).isPresent();
                    RetryPolicy mail = retries.get("mail").policy();
                    assertThat(mail.deadline()).isEmpty();
                    assertThat(mail.budget()).isEmpty();
                    OncemoreProperties properties = context.getBean(OncemoreProperties.class);
                    assertThat(properties.once().retention()).isEqualTo(Duration.ofDays(7));
                    assertThat(properties.tasks().queues().get("billing").concurrency())
                            .isEqualTo(4);
                    assertThat(properties.http().idempotency().paths()).containsExactly("/payments/**");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            oncemore.policies.bank.preset            | apis    | apis
            oncemore.policies.bank.deadline          | 2 weeks | is not a duration
            oncemore.policies.bank.attempt-timeout   | 500     | is not a duration
            oncemore.policies.bank.max-attempts      | 0       | 0
            oncemore.policies.bank.breaker.failures  | 0       | 0
            oncemore.policies.bank.nested            | maybe   | is not one of
            oncemore.policies.bank.backoff.base      | soon    | is not a duration
            oncemore.table-prefix                    | My-     | My-
            oncemore.once.retention                  | 1s      | retention
            oncemore.once.lease                      | 1ms     | lease
            oncemore.once.wait-at-most               | 1d      | waitAtMost
            oncemore.tasks.policy                    | bnak    | there is no engine 'bnak'
            oncemore.tasks.lease                     | 1ms     | lease
            oncemore.tasks.poll-interval             | 1d      | pollInterval
            oncemore.tasks.shutdown-at-most          | 1d      | shutdownAtMost
            oncemore.tasks.queues.billing.concurrency| 0       | concurrency
            oncemore.tasks.queues.billing.prefetch   | -1      | prefetch
            oncemore.tasks.queues.billing.rate-per-second | 0  | ratePerSecond
            """)
    void aWrongValueIsExplained(String property, String value, String explanation) {
        FailureAnalysis analysis = analysis(property + "=" + value);

        assertThat(analysis.getDescription())
                .startsWith(property)
                .contains(explanation)
                .contains("\"" + property + "\" from property source");
        assertThat(analysis.getAction()).contains(property);
    }

    @Test
    void aContradictionIsExplainedAtThePolicy() {
        FailureAnalysis analysis = analysis(
                "oncemore.policies.bank.preset=api",
                "oncemore.policies.bank.deadline=1s",
                "oncemore.policies.bank.attempt-timeout=2s");

        assertThat(analysis.getDescription())
                .startsWith("oncemore.policies.bank is invalid")
                .contains("2 s", "1 s");
    }

    private static FailureAnalysis analysis(String... properties) {
        StandardEnvironment environment = new StandardEnvironment();
        TestPropertyValues.of(properties).applyTo(environment);
        AtomicReference<FailureAnalysis> analysis = new AtomicReference<>();
        TestDatabase.application().withPropertyValues(properties).run(context -> {
            assertThat(context).hasFailed();
            analysis.set(new InvalidSettingAnalyzer(environment).analyze(context.getStartupFailure()));
            assertThat(analysis.get()).as("%s", context.getStartupFailure()).isNotNull();
        });
        return analysis.get();
    }

    @ParameterizedTest
    @CsvSource({
        "oncemore.polices.bank.preset, api",
        "oncemore.policies.bank.deadlin, 2s",
        "oncemore.once.retain, 7d",
        "oncemore.tasks.queues.billing.concurency, 4"
    })
    void aMisspeltNameIsRefused(String property, String value) {
        TestDatabase.application()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource("application.yaml", Map.of(property, value))))
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(UnboundConfigurationPropertiesException.class)
                        .rootCause()
                        .hasMessageContaining(property));
    }

    @Test
    void theMetadataDescribesEveryProperty() throws IOException {
        try (InputStream metadata =
                OncemoreProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            assertThat(metadata).isNotNull();
            String json = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(json)
                    .contains("\"oncemore.schema\"")
                    .contains("\"oncemore.policies\"")
                    .contains("\"oncemore.once.retention\"")
                    .contains("\"oncemore.tasks.queues\"")
                    .contains("\"oncemore.http.idempotency.paths\"")
                    .contains("how long outcomes are kept");
        }
    }

    @Test
    void retriesNeedNoDatabase() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(OncemoreAutoConfiguration.class, OncemoreStoresAutoConfiguration.class))
                .withPropertyValues("oncemore.policies.bank.preset=api")
                .run(context -> {
                    assertThat(context.getBean(Retries.class).names()).containsExactly("bank");
                    assertThat(context).doesNotHaveBean(JdbcStores.class);
                });
    }
}
