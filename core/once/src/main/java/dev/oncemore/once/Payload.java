package dev.oncemore.once;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.fingerprint.Fingerprinter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;

/**
 * What an effect was asked with, reduced to a fingerprint: the same key with another payload is a mistake of the caller's,
 * and is refused.
 */
public final class Payload {
    private final int size;
    private final BiFunction<Fingerprinter, String, Fingerprint> fingerprint;

    private Payload(int size, BiFunction<Fingerprinter, String, Fingerprint> fingerprint) {
        this.size = size;
        this.fingerprint = fingerprint;
    }

    /** JSON, compared by meaning: the order of names and the spelling of numbers do not matter. */
    public static Payload json(String json) {
        int size = json.getBytes(StandardCharsets.UTF_8).length;
        // As text: only there half a surrogate pair can be seen, and refused, instead of being taken for a question
        // mark.
        return new Payload(size, (printer, operation) -> printer.ofJson("", operation, json));
    }

    /** JSON in UTF-8, compared by meaning. */
    public static Payload json(byte[] json) {
        byte[] copy = json.clone();
        return new Payload(copy.length, (printer, operation) -> printer.ofJson("", operation, copy));
    }

    /** JSON in UTF-8 of which only these fields count, as JSON pointers: {@code /amount}, {@code /customer/id}. */
    public static Payload jsonFields(byte[] json, List<String> pointers) {
        if (pointers.isEmpty()) {
            throw new IllegalArgumentException("name at least one field, such as /amount");
        }
        byte[] copy = json.clone();
        List<String> fields = List.copyOf(pointers);
        return new Payload(copy.length, (printer, operation) -> printer.ofJsonFields("", operation, copy, fields));
    }

    /** Bytes, compared as they are. */
    public static Payload bytes(byte[] bytes) {
        byte[] copy = bytes.clone();
        return new Payload(copy.length, (printer, operation) -> printer.ofBytes("", operation, copy));
    }

    /** Nothing but the key itself tells requests apart. */
    public static Payload none() {
        return bytes(new byte[0]);
    }

    int size() {
        return size;
    }

    /** Its fingerprint as the payload of this operation. */
    public Fingerprint fingerprint(Fingerprinter fingerprinter, String operation) {
        return fingerprint.apply(fingerprinter, operation);
    }
}
