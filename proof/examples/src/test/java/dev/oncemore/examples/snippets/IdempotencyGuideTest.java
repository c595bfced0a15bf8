package dev.oncemore.examples.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.redis.RedisSettings;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of the guide are complete: whoever adds a setting or an outcome is told to describe it. */
class IdempotencyGuideTest {
    private final String guide = Document.text("docs/guide-idempotency.md");

    @ParameterizedTest
    @ValueSource(classes = {OnceSettings.class, JdbcStores.Builder.class, RedisSettings.class})
    void tellsEverySetting(Class<?> settings) {
        assertThat(settersOf(settings)).isNotEmpty().allSatisfy(this::startsARow);
    }

    @Test
    void tellsEveryOutcome() {
        assertThat(Arrays.stream(Outcome.class.getPermittedSubclasses()).map(Class::getSimpleName))
                .allSatisfy(this::startsARow);
    }

    private static Stream<String> settersOf(Class<?> settings) {
        return Arrays.stream(settings.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()))
                .filter(method -> method.getReturnType() == settings)
                .map(Method::getName)
                .distinct();
    }

    private void startsARow(String name) {
        assertThat(guide).contains("\n| `" + name + "`");
    }
}
