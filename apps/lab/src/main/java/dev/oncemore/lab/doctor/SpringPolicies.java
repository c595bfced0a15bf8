package dev.oncemore.lab.doctor;

import dev.oncemore.lab.doctor.ReviewedPolicy.Numbers;
import dev.oncemore.lab.doctor.SpringSettings.Setting;
import dev.oncemore.lab.doctor.rule.RetryRule;
import dev.oncemore.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reviews the retries that Spring Boot configures: those of RabbitMQ and Kafka. */
final class SpringPolicies {
    static final String PREFIX = "spring.";
    private static final List<String> RABBITMQ = List.of(
            "spring.rabbitmq.listener.simple.retry.",
            "spring.rabbitmq.listener.direct.retry.",
            "spring.rabbitmq.template.retry.");
    private static final String KAFKA = "spring.kafka.retry.topic.";
    private static final String IDEMPOTENCE = "spring.kafka.producer.properties.enable.idempotence";

    private final SpringSettings settings;
    private final String file;

    SpringPolicies(SpringSettings settings, String file) {
        this.settings = settings;
        this.file = file;
    }

    List<ReviewedPolicy> review() {
        List<ReviewedPolicy> all = new ArrayList<>();
        RABBITMQ.stream().filter(this::isEnabled).map(this::rabbitMq).forEach(all::add);
        if (isEnabled(KAFKA)) {
            all.add(kafka());
        }
        settings.find(IDEMPOTENCE)
                .filter(setting -> setting.value().equalsIgnoreCase("false")
                        && number("spring.kafka.producer.retries").orElse(1) > 0)
                .ifPresent(setting -> all.add(producer(setting)));
        return all;
    }

    private boolean isEnabled(String prefix) {
        return settings.truth(prefix + "enabled").orElse(false);
    }

    private ReviewedPolicy rabbitMq(String prefix) {
        int attempts = number(prefix + "max-attempts")
                .or(() -> number(prefix + "max-retries").map(retries -> retries + 1))
                .orElse(3);
        ReviewedPolicy policy = policy(prefix, "Spring RabbitMQ", attempts, "initial-interval", "max-interval");
        policy.ask(
                ReviewQuestion.BACKOFF,
                "Spring has no jitter setting for RabbitMQ; many consumers need a back-off policy of your own");
        policy.ask(ReviewQuestion.BUDGET, "consumers bound the load; what do the messages behind a failing one do?");
        return policy;
    }

    private ReviewedPolicy kafka() {
        int attempts = number(KAFKA + "attempts").orElse(3);
        ReviewedPolicy policy = policy(KAFKA, "Spring Kafka", attempts, "backoff.delay", "backoff.max-delay");
        boolean random = jitters() || mayBeOn(KAFKA + "backoff.random") || mayBeOn(KAFKA + "random-back-off");
        if (attempts > 1 && !random) {
            policy.find(
                    RetryRule.NO_JITTER,
                    settings.find(KAFKA + "backoff.delay").map(Setting::line).orElse(policy.line),
                    "messages that fail together are retried together; set spring.kafka.retry.topic.backoff.jitter");
        } else {
            policy.yes(ReviewQuestion.BACKOFF, "randomized");
        }
        policy.ask(ReviewQuestion.BUDGET, "retry topics keep retries apart; what limits the load on the dependency?");
        return policy;
    }

    private boolean jitters() {
        String key = KAFKA + "backoff.jitter";
        return settings.find(key).isPresent()
                && span(key).map(jitter -> !jitter.isZero()).orElse(true);
    }

    private ReviewedPolicy producer(Setting setting) {
        ReviewedPolicy policy = new ReviewedPolicy(
                "spring.kafka.producer",
                "Spring Kafka",
                file,
                setting.line(),
                new Numbers(Integer.MAX_VALUE, null, null, Duration.ZERO, false, true));
        policy.find(
                RetryRule.RETRY_WITHOUT_KEY,
                setting.line(),
                "the producer retries, and without idempotence a retry writes a record twice");
        return policy;
    }

    private ReviewedPolicy policy(String prefix, String kind, int attempts, String delay, String longest) {
        Duration first = span(prefix + delay).orElse(Duration.ofSeconds(1));
        Duration most = span(prefix + longest).orElse(Duration.ofSeconds(10));
        ReviewedPolicy policy = new ReviewedPolicy(
                prefix.substring(0, prefix.length() - 1),
                kind,
                file,
                settings.line(prefix),
                new Numbers(attempts, null, null, most.multipliedBy(Math.max(0, attempts - 1)), false, true));
        policy.yes(ReviewQuestion.BOUNDED, attempts + " attempts, from " + Durations.format(first));
        return policy;
    }

    /** Whether a switch is on, or may be: only the environment knows the value of a placeholder. */
    private boolean mayBeOn(String key) {
        return settings.find(key).isPresent() && settings.truth(key).orElse(true);
    }

    private Optional<Integer> number(String key) {
        return settings.find(key)
                .flatMap(SpringSettings::resolved)
                .filter(text -> text.matches("\\d{1,6}"))
                .map(Integer::parseInt);
    }

    private Optional<Duration> span(String key) {
        return settings.find(key).flatMap(SpringSettings::resolved).flatMap(SpringSettings::span);
    }
}
