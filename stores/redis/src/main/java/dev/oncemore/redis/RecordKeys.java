package dev.oncemore.redis;

import dev.oncemore.once.record.Key;
import java.nio.charset.StandardCharsets;

/**
 * The name of a record's key in Redis: {@code oncemore:acme/*}{@code /payment:create/inv-001}.
 *
 * <p>A written scope has exactly two slashes, so the third ends it, and no two keys have the same name. An opening brace is
 * escaped, because Redis Cluster hashes only the text between braces: a client could choose keys that all land on one node.
 */
final class RecordKeys {
    private final String prefix;

    RecordKeys(String prefix) {
        this.prefix = prefix;
    }

    byte[] of(Key key) {
        // A written scope already has its percent signs escaped.
        String scope = key.scope().written().replace("{", "%7B");
        String value = key.value().replace("%", "%25").replace("{", "%7B");
        return (prefix + scope + "/" + value).getBytes(StandardCharsets.US_ASCII);
    }
}
