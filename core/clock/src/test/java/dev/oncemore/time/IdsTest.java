package dev.oncemore.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class IdsTest {
    private static final RandomGenerator ALWAYS_TEN = () -> 10;

    @Test
    void randomOnesKeepTheirLeadingZeros() {
        assertThat(Ids.random(ALWAYS_TEN).next()).isEqualTo("000000000000000a000000000000000a");
    }

    @Test
    void timeOrderedOnesStartWithTheMilliseconds() {
        InstantSource fixed = () -> Instant.ofEpochMilli(0xabcdef);

        assertThat(Ids.timeOrdered(fixed, ALWAYS_TEN).next()).isEqualTo("000000abcdef" + "0000" + "000000000000000a");
        assertThat(Ids.timeOrdered(InstantSource.system(), RandomGenerator.getDefault())
                        .next())
                .matches("[0-9a-f]{32}");
    }
}
