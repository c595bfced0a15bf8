package dev.oncemore.jdbc.query;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.Scope;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Read-only questions about records. A page has 1 to 1,000 entries. */
public interface RecordQueries {

    /**
     * Records that wait for a person, by scope and key: those after this key, or with null from the first on. A row that cannot
     * be read is among them, with the reason as its error, and without a fingerprint and a fence.
     */
    List<OnceRecord> unknown(@Nullable Key after, int most);

    /** Scopes that have records, in their order: those after this one, or with null from the first on. */
    List<Scope> scopes(@Nullable Scope after, int most);

    /** Keys of a scope from this one to that one, both included, in their order. */
    List<Key> keys(Scope scope, String from, String to, int most);

    /** Those of up to 1,000 keys of a scope whose effect succeeded, and whose record has not expired. */
    Set<Key> succeeded(Scope scope, List<String> keys);
}
