package dev.oncemore.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.jdbc.SchemaScripts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A released script is never edited, since databases that have it refuse another one: put the change into the next version. */
class ReleasedScriptsTest {
    @ParameterizedTest
    @CsvSource({
        "access, 4a8085293c93e079",
        "connector, e10c926e02667935",
        "desk, 3b8ca888f2563f73",
        "operations, eccf8cf20759e976"
    })
    void releasedScriptsAreUnedited(String set, String checksum) {
        assertThat(SchemaScripts.of(set, Oncemore.class)
                        .scripts("sqlite", "oncemore_")
                        .get(0)
                        .sql())
                .contains("VALUES ('" + set + "', 1, '" + checksum);
    }
}
