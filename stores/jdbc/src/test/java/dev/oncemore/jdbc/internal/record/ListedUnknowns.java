package dev.oncemore.jdbc.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.By;
import dev.oncemore.jdbc.query.RecordQueries;
import dev.oncemore.once.KeyedOperation;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.WhenUnknown;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Scope;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The records that wait for a person, on a database. */
abstract class ListedUnknowns {
    abstract StoreDatabase database();

    @Test
    void onlyThoseThatNobodyKnowsOf_pageByPage() {
        StoreTables tables = database().tables();
        RecordQueries queries = tables.queries();
        Once once = Once.on(tables.store(), OnceSettings.standard().whenUnknown(WhenUnknown.PARK));
        List<Key> lost = new ArrayList<>();
        for (String operation : List.of("a", "b")) {
            for (int i = 1; i <= 3; i++) {
                Key key = Key.of("acme", operation, "k" + i);
                lost.add(key);
                lose(once, key);
            }
        }
        succeed(once, Key.of("acme", "a", "done"));
        once.resolveAsNotHappened(lost.get(1), By.person("ann", "seen at the bank"));

        List<Key> seen = new ArrayList<>();
        List<OnceRecord> page = queries.unknown(null, 2);
        while (!page.isEmpty()) {
            assertThat(page).allSatisfy(found -> {
                assertThat(found.state()).isEqualTo(RecordState.UNKNOWN);
                assertThat(found.error()).contains("no answer");
                assertThat(found.leaseOver() || found.expired()).isFalse();
            });
            page.forEach(found -> seen.add(found.key()));
            page = queries.unknown(seen.get(seen.size() - 1), 2);
        }
        lost.remove(1);
        assertThat(seen).containsExactlyElementsOf(lost);
        assertThatIllegalArgumentException().isThrownBy(() -> queries.unknown(null, 1_001));
    }

    @Test
    void scopesAndKeysInTheirOrder_andWhichOfThemSucceeded() {
        StoreTables tables = database().tables();
        Once once = Once.on(tables.store(), OnceSettings.standard());
        for (String operation : List.of("b", "a")) {
            for (String key : List.of("k3", "k1", "k2")) {
                succeed(once, Key.of("acme", operation, key));
            }
        }
        lose(once, Key.of("acme", "a", "k4"));
        RecordQueries queries = tables.queries();
        Scope first = Scope.of("acme", "a");
        Scope second = Scope.of("acme", "b");

        assertThat(queries.scopes(null, 10)).containsExactly(first, second);
        assertThat(queries.scopes(first, 1)).containsExactly(second);
        assertThat(queries.scopes(second, 1)).isEmpty();
        assertThat(queries.keys(first, "k2", "k3", 10)).containsExactly(first.key("k2"), first.key("k3"));
        assertThat(queries.keys(first, "l", "z", 1)).isEmpty();
        assertThat(queries.succeeded(first, List.of("k1", "k4", "k9"))).containsExactly(first.key("k1"));
        assertThat(queries.succeeded(first, List.of())).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> queries.scopes(null, 0));
    }

    private static void succeed(Once once, Key key) {
        operation(once, key).run("100", claim -> "fine").require();
    }

    private static void lose(Once once, Key key) {
        Outcome<String> ignored = operation(once, key).run("100", claim -> {
            throw new HttpTimeoutException("no answer");
        });
    }

    private static KeyedOperation<String> operation(Once once, Key key) {
        return once.operation(key.scope().operation(), String.class).build().key(key);
    }
}
