package dev.oncemore.redis;

import dev.oncemore.once.record.Key;
import java.nio.charset.StandardCharsets;

/**
 * What a record's key is called in Redis: {@code oncemore:acme/*}{@code /payment:create/inv-001}.
 *
 * <p>A written scope has exactly two slashes, so the third ends it, and no two keys are called alike. An opening brace is
 * escaped: Redis Cluster would take what follows it for the name of a slot, and whoever chooses keys could send them all to
 * one node.
 */
final class RecordKeys {
    private final String prefix;

    RecordKeys(String prefix) {
        this.prefix = prefix;
    }

    byte[] of(Key key) {
        // In a written scope, a percent sign is escaped already.
        String scope = key.scope().written().replace("{", "%7B");
        String value = key.value().replace("%", "%25").replace("{", "%7B");
        return (prefix + scope + "/" + value).getBytes(StandardCharsets.US_ASCII);
    }
}
