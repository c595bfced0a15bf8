package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;

/** Goes over every property, gives it wrong values, and reads what Spring Boot would print instead of a stack trace. */
class EveryPropertyTest {
    /** What is wrong for texts, whose rules only the kernel knows. */
    private static final Map<String, String> WRONG_TEXTS = Map.of(
            "oncemore.table-prefix", "My-",
            "oncemore.once.who", " ",
            "oncemore.tasks.policy", "bnak",
            "oncemore.http.idempotency.paths", "payments",
            "oncemore.policies.bank.preset", "apis");

    /** What a group needs before its other properties are looked at. */
    private static final List<String> COMPANIONS = List.of(
            "oncemore.policies.bank.backoff.base=1s",
            "oncemore.policies.bank.breaker.failure-rate=0.5",
            "oncemore.policies.bank.limiter.concurrency=4",
            "oncemore.policies.bank.rate-limiter.calls=10",
            "oncemore.policies.bank.rate-limiter.period=1s",
            "oncemore.policies.bank.hedge.after=p95");

    /** A property with a value that it must not have. */
    record Wrong(String property, String value) {
        @Override
        public String toString() {
            return property + "=" + value;
        }
    }

    static List<Wrong> wrongValues() {
        List<Wrong> found = new ArrayList<>();
        collect("oncemore", OncemoreProperties.class, found);
        return found;
    }

    private static void collect(String prefix, Class<?> type, List<Wrong> found) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + kebab(component.getName());
            if (component.getType().isRecord()) {
                collect(name, component.getType(), found);
            } else if (component.getType() == Map.class) {
                collectMap(name, component.getGenericType(), found);
            } else {
                wrongOf(name, component.getType()).forEach(value -> found.add(new Wrong(name, value)));
            }
        }
    }

    private static void collectMap(String name, Type type, List<Wrong> found) {
        Type values = ((ParameterizedType) type).getActualTypeArguments()[1];
        if (values instanceof Class<?> of && of.isRecord()) {
            collect(name + "." + (name.endsWith("policies") ? "bank" : "billing"), of, found);
        } else {
            found.add(new Wrong(name + ".no-such-kind", values == Integer.class ? "1" : "1s"));
        }
    }

    private static Stream<String> wrongOf(String name, Class<?> type) {
        if (WRONG_TEXTS.containsKey(name)) {
            return Stream.of(WRONG_TEXTS.get(name));
        }
        if (type == Duration.class) {
            return Stream.of("soon", "-1s");
        }
        if (type == Integer.class || type == Double.class) {
            return Stream.of("many", "-1");
        }
        return Stream.of("no such thing");
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @MethodSource("wrongValues")
    void aWrongValueIsExplained(Wrong wrong) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        List<String> properties = new ArrayList<>(companions(wrong.property()));
        properties.add(wrong.toString());
        TestPropertyValues.of(properties).applyTo(environment);
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        OncemoreAutoConfiguration.class,
                        OncemoreStoresAutoConfiguration.class,
                        OncemoreEnginesAutoConfiguration.class,
                        OncemoreWebAutoConfiguration.class))
                .withBean("dataSource", DataSource.class, () -> TestDatabase.POOL)
                .withPropertyValues(properties.toArray(String[]::new))
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis = analysis(context.getStartupFailure(), environment);
                    assertThat(analysis)
                            .as("an explanation of %s", context.getStartupFailure())
                            .isNotNull();
                    assertThat(analysis.getDescription() + analysis.getAction()).contains(place(wrong.property()));
                    assertThat(analysis.getAction()).isNotBlank();
                });
    }

    private static List<String> companions(String property) {
        String group = property.replace(".no-such-kind", "");
        String prefix = group.substring(0, group.lastIndexOf('.') + 1);
        return COMPANIONS.stream()
                .filter(companion -> companion.startsWith(prefix) && !companion.startsWith(property + "="))
                .filter(companion -> !prefix.equals("oncemore.policies.bank."))
                .filter(companion -> !property.endsWith("breaker.failures"))
                .toList();
    }

    /** The key of a map is explained at the map. */
    private static String place(String property) {
        return property.replace(".no-such-kind", "");
    }

    private static FailureAnalysis analysis(Throwable failure, Environment environment) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, ArgumentResolver.of(Environment.class, environment), (type, name, e) -> {})
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
