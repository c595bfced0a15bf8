package dev.oncemore.once.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTest {
    private static final Scope SCOPE = Scope.of("acme", "payment:create");

    @Test
    void keysOfStepsNeverEqualOtherKeys() {
        Key parent = SCOPE.key("inv-001");

        assertThat(parent.child("mail")).isEqualTo(parent.child("mail")).isNotEqualTo(parent.child("stock"));
        assertThat(parent.child("mail").child("x")).isNotEqualTo(parent.child("mail>x"));
        assertThatIllegalArgumentException().isThrownBy(() -> Scope.of("acme", "payment:create>"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''        | key must not be empty
            'a\tb'    | key must be printable ASCII, but character 2 is U+0009
            'a\0b'    | key must be printable ASCII, but character 2 is U+0000
            'a\u007F' | key must be printable ASCII, but character 2 is U+007F
            'é'       | key must be printable ASCII, but character 1 is U+00E9
            '請求書'   | key must be printable ASCII, but character 1 is U+8ACB
            """)
    void aBadKeyIsRefused_andTheRuleIsNamed(String value, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> SCOPE.key(value)).withMessage(message);
    }

    @Test
    void thereIsNoKeyWithoutAScope() {
        assertThatNullPointerException()
                .isThrownBy(() -> new Key(null, "inv-001"))
                .withMessage("a key must have a scope");
        assertThatNullPointerException()
                .isThrownBy(() -> Scope.of(null, "payment:create"))
                .withMessage("scope tenant must not be null");
        assertThatNullPointerException()
                .isThrownBy(() -> Scope.of("acme", "maria", null))
                .withMessage("scope operation must not be null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of("", "op"))
                .withMessage("scope tenant must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of("acme", "", "op"))
                .withMessage("scope principal must not be empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of("acme", "a\nb"))
                .withMessage("scope operation must be printable ASCII, but character 2 is U+000A");
        assertThatNullPointerException().isThrownBy(() -> SCOPE.key(null)).withMessage("key must not be null");
    }

    @Test
    void lengthsAreBounded() {
        assertThat(SCOPE.key("x".repeat(255)).value()).hasSize(255);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SCOPE.key("x".repeat(256)))
                .withMessage("key must have at most 255 characters, but has 256");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of("x".repeat(101), "op"))
                .withMessage("scope tenant must have at most 100 characters, but has 101");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Scope.of("/".repeat(100), "op"))
                .withMessageContaining("a scope must fit into 255 characters when written");
    }

    @Test
    void everyScopeIsWrittenInItsOwnWay_andReadBack() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<String> parts = List.of("a", "/", "%", "%2F", "%25", "a/b", "2F", "*", " ");
        Set<String> written = new HashSet<>();
        Set<Scope> scopes = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            Scope scope = Scope.of(any(parts, random), any(parts, random), any(parts, random));
            scopes.add(scope);
            written.add(scope.written());
            assertThat(Scope.read(scope.written())).as("seed %s", seed).isEqualTo(scope);
        }
        assertThat(written).as("seed %s", seed).hasSameSizeAs(scopes);
    }

    private static String any(List<String> parts, SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            text.append(parts.get(random.nextInt(parts.size())));
        }
        return text.toString();
    }
}
