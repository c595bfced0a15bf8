package dev.oncemore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.By;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The records that wait for a person, on a database. */
abstract class ListedUnknowns {
    abstract StoreDatabase database();

    @Test
    void onlyThoseThatNobodyKnowsOf_pageByPage() {
        JdbcRecordStore store = database().tables().store();
        Once once = Once.on(store, OnceSettings.standard().whenUnknown(WhenUnknown.PARK));
        List<Key> lost = new ArrayList<>();
        for (String operation : List.of("a", "b")) {
            for (int i = 1; i <= 3; i++) {
                Key key = Key.of("acme", operation, "k" + i);
                lost.add(key);
                Outcome<String> ignored = once.operation(operation, String.class)
                        .build()
                        .key(key)
                        .run("100", claim -> {
                            throw new HttpTimeoutException("no answer");
                        });
            }
        }
        once.operation("a", String.class)
                .build()
                .key("acme", "done")
                .run("100", claim -> "fine")
                .require();
        once.resolveAsNotHappened(lost.get(1), By.person("ann", "seen at the bank"));

        List<Key> seen = new ArrayList<>();
        List<OnceRecord> page = store.unknown(null, 2);
        while (!page.isEmpty()) {
            assertThat(page).allSatisfy(found -> {
                assertThat(found.state()).isEqualTo(RecordState.UNKNOWN);
                assertThat(found.error()).contains("no answer");
                assertThat(found.leaseOver() || found.expired()).isFalse();
            });
            page.forEach(found -> seen.add(found.key()));
            page = store.unknown(seen.get(seen.size() - 1), 2);
        }
        lost.remove(1);
        assertThat(seen).containsExactlyElementsOf(lost);
        assertThatIllegalArgumentException().isThrownBy(() -> store.unknown(null, 1_001));
    }
}
