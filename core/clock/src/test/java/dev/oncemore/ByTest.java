package dev.oncemore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\nb", "half \ud83d"})
    void refusesANameThatNoStoreCanKeep(String who) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> By.person(who, "the bank is up again"))
                .withMessageContaining("who must");
    }

    @Test
    void refusesAnOverlongName_andSaysItsLength() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> By.service("x".repeat(256), "nightly"))
                .withMessageContaining("but has 256");
        assertThat(By.service("x".repeat(255), "nightly").who()).hasSize(255);
    }

    @Test
    void refusesAMissingReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> By.person("ann", " "))
                .withMessageContaining("why must not be blank");
    }

    @Test
    void acceptsNamesOfAnyScript() {
        assertThat(By.person("山田 \ud83d\ude00", "checked").who()).startsWith("山田");
    }
}
