package dev.oncemore.once;

import dev.oncemore.once.fingerprint.Fingerprint;
import dev.oncemore.once.fingerprint.Fingerprinter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The request of an effect, reduced to a fingerprint: the same key with another payload is a caller's mistake and is
 * refused.
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
        // As text: an unpaired surrogate can be detected and refused only here, before it is encoded as a question
        // mark.
        return new Payload(size, (printer, operation) -> printer.ofJson("", operation, json));
    }

    /** JSON in UTF-8, compared by meaning. */
    public static Payload json(byte[] json) {
        byte[] copy = json.clone();
        return new Payload(copy.length, (printer, operation) -> printer.ofJson("", operation, copy));
    }

    /** JSON in UTF-8 compared only by these fields, as JSON pointers: {@code /amount}, {@code /customer/id}. */
    public static Payload jsonFields(byte[] json, List<String> pointers) {
        if (pointers.isEmpty()) {
            throw new IllegalArgumentException("at least one field is required, such as /amount");
        }
        byte[] copy = json.clone();
        List<String> fields = List.copyOf(pointers);
        return new Payload(copy.length, (printer, operation) -> printer.ofJsonFields("", operation, copy, fields));
    }

    /** Bytes, compared literally. */
    public static Payload bytes(byte[] bytes) {
        byte[] copy = bytes.clone();
        return new Payload(copy.length, (printer, operation) -> printer.ofBytes("", operation, copy));
    }

    /** No payload: only the key distinguishes requests. */
    public static Payload none() {
        return bytes(new byte[0]);
    }

    int size() {
        return size;
    }

    /** The fingerprint as the payload of this operation. */
    public Fingerprint fingerprint(Fingerprinter fingerprinter, String operation) {
        return fingerprint.apply(fingerprinter, operation);
    }
}
