package dev.oncemore.once.fingerprint;

import dev.oncemore.once.fingerprint.Preimage.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Computes fingerprints of requests, from the method, the route and the payload together. Immutable and thread-safe.
 *
 * <pre>{@code
 * Fingerprinter fingerprinter = Fingerprinter.plain();
 * Fingerprint fingerprint = fingerprinter.ofJson("POST", "/invoices", body);
 * }</pre>
 *
 * <p>Two payloads are equal if all their bytes are ({@link #ofBytes}), if they are spellings of one JSON document
 * ({@link #ofJson}), if they agree in selected fields ({@link #ofJsonFields}), or if they have the same names and
 * values ({@link #ofFields}); payloads of different kinds are never equal. Method and route are compared literally:
 * normalize {@code post} to {@code POST} beforehand.
 *
 * <p>A plain fingerprint can be guessed by hashing likely payloads. If fingerprints are visible to parties who must not
 * know the payload, use a {@linkplain #keyed secret}.
 *
 * <p><b>The format.</b> A fingerprint is SHA-256, or HMAC-SHA-256 with the secret, of these bytes. A number is four
 * bytes, big-endian; text is UTF-8; and a <i>block</i> is the number of its bytes followed by them:
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
    /** The default limit of a payload, see {@link #withPayloadMaxBytes}: 16 MiB. */
    public static final int PAYLOAD_DEFAULT_MAX_BYTES = 16 << 20;

    /** A longer canonical spelling might not fit into one array. */
    private static final int PAYLOAD_MAX_BYTES = 1 << 30;

    private static final Fingerprinter PLAIN = new Fingerprinter(null, PAYLOAD_DEFAULT_MAX_BYTES);

    private final @Nullable Secret secret;
    private final int payloadMaxBytes;

    private Fingerprinter(@Nullable Secret secret, int payloadMaxBytes) {
        this.secret = secret;
        this.payloadMaxBytes = payloadMaxBytes;
    }

    /** Creates fingerprints that anyone can compute. */
    public static Fingerprinter plain() {
        return PLAIN;
    }

    /**
     * Creates fingerprints that only the holder of a secret can compute. The secret must be random and at least 16
     * bytes.
     */
    public static Fingerprinter keyed(byte[] secret) {
        return new Fingerprinter(new Secret(secret), PAYLOAD_DEFAULT_MAX_BYTES);
    }

    /** A copy with another limit of the payload, from 1 byte to 1 GiB. */
    public Fingerprinter withPayloadMaxBytes(int maxBytes) {
        if (maxBytes < 1 || maxBytes > PAYLOAD_MAX_BYTES) {
            throw new IllegalArgumentException(
                    "payload limit must be between 1 and " + PAYLOAD_MAX_BYTES + " bytes, but is " + maxBytes);
        }
        return new Fingerprinter(secret, maxBytes);
    }

    /** Fingerprints a payload that is compared byte by byte. */
    public Fingerprint ofBytes(String method, String route, byte[] payload) {
        requireSize(payload.length);
        return new Preimage(secret, Kind.BYTES, method, route).put(payload).fingerprint();
    }

    /**
     * Fingerprints a JSON document in UTF-8, regardless of its spelling.
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
     * Fingerprints a JSON document, with the same result as for its UTF-8 bytes.
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
     * Fingerprints selected values of a JSON document and ignores the rest, such as a timestamp or a trace id. A
     * missing value differs from {@code null}. The selection, in its order, is part of the fingerprint.
     *
     * <pre>{@code
     * fingerprinter.ofJsonFields("POST", "/invoices", body, List.of("/company", "/number", "/lines"));
     * }</pre>
     *
     * @param pointers JSON pointers (RFC 6901), all different; the empty one is the whole document
     * @throws MalformedJsonException if it is not JSON, or breaks a {@linkplain MalformedJsonException.Rule rule}, even
     *     outside of the selected values
     */
    public Fingerprint ofJsonFields(String method, String route, byte[] json, List<String> pointers) {
        FieldSelection selection = FieldSelection.of(pointers);
        CanonicalJson canonical = CanonicalJson.of(json, payloadMaxBytes);
        Preimage preimage = new Preimage(secret, Kind.JSON_FIELDS, method, route);
        selection.in(canonical).putInto(preimage);
        return preimage.fingerprint();
    }

    /** Fingerprints names with values, in any order: the columns of a row, the parts of a form. */
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
