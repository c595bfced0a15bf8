package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.Preimage.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Computes fingerprints of requests: of the method, the route and the payload together. Immutable; one serves all threads.
 *
 * <pre>{@code
 * Fingerprinter fingerprinter = Fingerprinter.plain();
 * Fingerprint fingerprint = fingerprinter.ofJson("POST", "/invoices", body);
 * }</pre>
 *
 * <p>Two payloads are the same if all their bytes are ({@link #ofBytes}), if they are spellings of one JSON document
 * ({@link #ofJson}), if they agree in chosen places ({@link #ofJsonFields}), or if they have the same names and values
 * ({@link #ofFields}); those of one kind never equal those of another. Method and route are taken as they are: whoever
 * thinks that {@code post} is {@code POST} says so beforehand.
 *
 * <p>A plain fingerprint can be guessed by hashing likely payloads, since anyone can compute it. Where fingerprints are seen
 * by those who must not know the payload, use a {@linkplain #keyed secret}.
 *
 * <p><b>The format.</b> A fingerprint is SHA-256, or HMAC-SHA-256 with the secret, of these bytes, where a number is four
 * bytes, the highest first, text is UTF-8, and a <i>block</i> is the number of its bytes followed by them:
 *
 * <pre>
 * 8 bytes  "oncemore"
 * 1 byte   version: 1
 * 1 byte   kind: 1 bytes, 2 JSON, 3 fields of JSON, 4 fields
 * block    method
 * block    route
 *
 * kind 1:  block    the payload
 * kind 2:  block    the payload in canonical spelling
 * kind 3:  number   how many pointers
 *          for each, in the order given:
 *          block    the pointer
 *          1 byte   1 if it points to something, or else 0
 *          block    only if 1: the value in canonical spelling
 * kind 4:  number   how many fields
 *          for each, ascending by the bytes (unsigned) of the name:
 *          block    the name
 *          block    the value
 * </pre>
 *
 * <p><b>The canonical spelling</b> of JSON is JSON without white space, in UTF-8. Objects are sorted by the bytes (unsigned)
 * of their names as they are spelled between the quotes. Strings escape {@code "}, {@code \} and control characters, as
 * {@code \" \\ \b \t \n \f \r} or else with {@code u00} and two digits in lower case, and nothing more; Unicode is not
 * normalised. A number is an optional minus and the shorter of its plain spelling and its digits with an exponent, the plain
 * one if they are equally long: {@code 1.50} is {@code 1.5}, {@code 1e2} is {@code 100}, {@code 5000000} is {@code 5e6}, and
 * any zero is {@code 0}.
 */
public final class Fingerprinter {
    /** How large a payload may be unless {@link #withPayloadMaxBytes} says otherwise: 16 MiB. */
    public static final int PAYLOAD_DEFAULT_MAX_BYTES = 16 << 20;

    /** The canonical spelling of more than this might not fit into one array. */
    private static final int PAYLOAD_MAX_BYTES = 1 << 30;

    private static final Fingerprinter PLAIN = new Fingerprinter(null, PAYLOAD_DEFAULT_MAX_BYTES);

    private final @Nullable Secret secret;
    private final int payloadMaxBytes;

    private Fingerprinter(@Nullable Secret secret, int payloadMaxBytes) {
        this.secret = secret;
        this.payloadMaxBytes = payloadMaxBytes;
    }

    /** Fingerprints that anyone can compute. */
    public static Fingerprinter plain() {
        return PLAIN;
    }

    /** Fingerprints that only the holder of a secret can compute. The secret is random, and 16 bytes or more. */
    public static Fingerprinter keyed(byte[] secret) {
        return new Fingerprinter(new Secret(secret), PAYLOAD_DEFAULT_MAX_BYTES);
    }

    /** The same, with another limit to the size of a payload, from 1 byte to 1 GiB. */
    public Fingerprinter withPayloadMaxBytes(int maxBytes) {
        if (maxBytes < 1 || maxBytes > PAYLOAD_MAX_BYTES) {
            throw new IllegalArgumentException(
                    "payload limit must be between 1 and " + PAYLOAD_MAX_BYTES + " bytes, but is " + maxBytes);
        }
        return new Fingerprinter(secret, maxBytes);
    }

    /** Of a payload that is the same only if every byte is. */
    public Fingerprint ofBytes(String method, String route, byte[] payload) {
        requireSize(payload.length);
        return new Preimage(secret, Kind.BYTES, method, route).put(payload).fingerprint();
    }

    /**
     * Of a JSON document in UTF-8, however it is spelled.
     *
     * @throws MalformedJsonException if it is not JSON, or breaks a {@linkplain MalformedJsonException.Rule rule}
     */
    public Fingerprint ofJson(String method, String route, byte[] json) {
        CanonicalJson canonical = CanonicalJson.of(json, payloadMaxBytes);
        return new Preimage(secret, Kind.JSON, method, route)
                .put(canonical.bytes(), 0, canonical.length())
                .fingerprint();
    }

    /**
     * Of a JSON document, the same as of its bytes in UTF-8.
     *
     * @throws MalformedJsonException if it is not JSON, or breaks a {@linkplain MalformedJsonException.Rule rule}
     */
    public Fingerprint ofJson(String method, String route, CharSequence json) {
        if (json.length() > payloadMaxBytes) {
            throw MalformedJsonException.tooLarge(json.length(), "characters", payloadMaxBytes);
        }
        return ofJson(method, route, Utf8.encodeJson(json));
    }

    /**
     * Of chosen values in a JSON document, whatever else it has: a time stamp or a trace id may differ. A value that is not
     * there differs from {@code null}. The choice, in its order, is part of the fingerprint.
     *
     * <pre>{@code
     * fingerprinter.ofJsonFields("POST", "/invoices", body, List.of("/company", "/number", "/lines"));
     * }</pre>
     *
     * @param pointers JSON pointers (RFC 6901), all different; the empty one is the whole document
     * @throws MalformedJsonException if it is not JSON, or breaks a {@linkplain MalformedJsonException.Rule rule}, be it
     *     outside of the chosen values
     */
    public Fingerprint ofJsonFields(String method, String route, byte[] json, List<String> pointers) {
        FieldSelection selection = FieldSelection.of(pointers);
        CanonicalJson canonical = CanonicalJson.of(json, payloadMaxBytes);
        Preimage preimage = new Preimage(secret, Kind.JSON_FIELDS, method, route);
        selection.in(canonical).putInto(preimage);
        return preimage.fingerprint();
    }

    /** Of names with values, in whatever order: the columns of a row, the parts of a form. */
    public Fingerprint ofFields(String method, String route, Map<String, String> fields) {
        TreeMap<byte[], byte[]> sorted = new TreeMap<>(Arrays::compareUnsigned);
        long size = 0;
        for (Map.Entry<String, String> field : fields.entrySet()) {
            byte[] name = Utf8.encode("field name", field.getKey());
            byte[] value = Utf8.encode("field value", field.getValue());
            size += (long) name.length + value.length;
            sorted.put(name, value);
        }
        requireSize(size);
        Preimage preimage = new Preimage(secret, Kind.FIELDS, method, route).putNumber(sorted.size());
        sorted.forEach((name, value) -> preimage.put(name).put(value));
        return preimage.fingerprint();
    }

    private void requireSize(long size) {
        if (size > payloadMaxBytes) {
            throw new IllegalArgumentException(
                    "a payload must not be over " + payloadMaxBytes + " bytes, but has " + size);
        }
    }
}
