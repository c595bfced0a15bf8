package dev.oncemore.desk.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearMatchesTest {
    @ParameterizedTest
    @CsvSource({
        "COMP1, comp1",
        "Ｃｏｍｐ１, comp1",
        "comp-1, comp1",
        "cmop1, comp1",
        "comp, comp1",
        "comp11, comp1",
        "northwind-gbmh, northwind-gmbh"
    })
    void aNameLikeAKnownOneIsNear(String typed, String known) {
        assertThat(NearMatches.among(typed, List.of("acme", "northwind-gmbh", "comp1")))
                .containsExactly(known);
    }

    @Test
    void theSameLettersOutdoTypingErrors() {
        assertThat(NearMatches.among("COMP1", List.of("comp2", "comp1", "Comp1")))
                .containsExactly("Comp1", "comp1");
    }

    @Test
    void otherNamesAreNotNear() {
        assertThat(NearMatches.among("comp1", List.of("comp1", "acme", "compact")))
                .isEmpty();
        assertThat(NearMatches.among("x".repeat(10_000), List.of("x".repeat(60))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "inv-001, INV-001",
        "INV-1, INV-001",
        "INV-0001, INV-1",
        "INV 001, INV-001",
        "INV001, INV-001",
        "INV-①, INV-1",
        "IVN-001, INV-001",
        "INV-0012, INV-0013"
    })
    void aNumberMayStandForAnother(String typed, String meant) {
        assertThat(NearMatches.numbers(typed)).contains(meant).doesNotContain(typed);
    }

    @Test
    void theWorkIsBounded() {
        assertThat(NearMatches.numbers("1")).hasSizeLessThan(60);
        assertThat(NearMatches.numbers("A".repeat(60))).hasSizeLessThan(9_000);
        assertThat(NearMatches.numbers("A".repeat(61))).isEmpty();
        assertThat(NearMatches.numbers("A1")).allMatch(DocumentName::isNumber);
    }
}
