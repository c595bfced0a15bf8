package dev.oncemore.redis;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.Resource;
import dev.oncemore.once.record.StoreException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A record as a script returns it: Redis' time, then names and values. */
final class RecordFields {
    private final Key key;
    private final long nowMicros;
    private final Map<String, byte[]> fields = new HashMap<>();

    private RecordFields(Key key, List<byte[]> answer) {
        this.key = key;
        this.nowMicros = Long.parseLong(text(answer.get(0)));
        for (int i = 1; i + 1 < answer.size(); i += 2) {
            fields.put(text(answer.get(i)), answer.get(i + 1));
        }
    }

    /** The record, or empty when there is none. */
    static Optional<OnceRecord> read(Key key, List<byte[]> answer) {
        return answer.isEmpty() ? Optional.empty() : Optional.of(new RecordFields(key, answer).toRecord());
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private OnceRecord toRecord() {
        RecordState state = RecordState.valueOf(requiredText("s"));
        byte[] response = fields.get("r");
        Long leaseUntil = micros("l");
        Long expires = micros("x");
        return new OnceRecord(
                key,
                Fingerprint.ofBytes(required("f")),
                state,
                Long.parseLong(requiredText("n")),
                requiredText("t"),
                requiredText("w"),
                Integer.parseInt(requiredText("a")),
                response == null ? null : Bytes.of(response),
                optionalText("b"),
                optionalText("e"),
                resource(),
                instant(Long.parseLong(requiredText("c"))),
                instant(Long.parseLong(requiredText("u"))),
                leaseUntil == null ? null : instant(leaseUntil),
                expires == null ? null : instant(expires),
                state == RecordState.RUNNING && leaseUntil != null && leaseUntil <= nowMicros,
                expires != null && expires <= nowMicros);
    }

    private @Nullable Resource resource() {
        String type = optionalText("y");
        String id = optionalText("i");
        return type == null || id == null ? null : new Resource(type, id);
    }

    private @Nullable Long micros(String name) {
        String text = optionalText(name);
        return text == null ? null : Long.valueOf(text);
    }

    private @Nullable String optionalText(String name) {
        byte[] bytes = fields.get(name);
        return bytes == null ? null : text(bytes);
    }

    private String requiredText(String name) {
        return text(required(name));
    }

    private byte[] required(String name) {
        byte[] bytes = fields.get(name);
        if (bytes == null) {
            throw new StoreException("the record of " + key + " in Redis lacks its field '" + name
                    + "': another program writes this key; give this store its own prefix");
        }
        return bytes;
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
