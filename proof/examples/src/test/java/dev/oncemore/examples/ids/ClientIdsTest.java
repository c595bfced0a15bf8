package dev.oncemore.examples.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ClientIdsTest {
    private static final Instant NOW = Instant.parse("2026-01-31T18:00:00Z");

    private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");

    @Test
    void aUuidHasVersion7_andItsTime() {
        UUID id = at(NOW).uuidV7();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
    }

    @Test
    void aUlidHas26Digits_thatBeginWithItsTime() {
        String id = at(Instant.ofEpochMilli(1_469_918_176_385L)).ulid();

        assertThat(id).matches("[0-9A-HJKMNP-TV-Z]{26}");
        assertThat(id).startsWith("01ARYZ6S41"); // the example of the specification
    }

    @Test
    void laterIdsAreGreater() {
        assertThat(at(NOW.plusMillis(1)).ulid()).isGreaterThan(at(NOW).ulid());
        assertThat(at(NOW.plusMillis(1)).uuidV7().toString())
                .isGreaterThan(at(NOW).uuidV7().toString());
    }

    @Test
    void idsOfOneMillisecondDiffer() {
        Set<Object> ids = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            ids.add(at(NOW).uuidV7());
            ids.add(at(NOW).ulid());
        }

        assertThat(ids).hasSize(2_000);
    }

    private ClientIds at(Instant now) {
        return new ClientIds(InstantSource.fixed(now), random);
    }
}
