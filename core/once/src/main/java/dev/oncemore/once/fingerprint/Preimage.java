package dev.oncemore.once.fingerprint;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bytes that a fingerprint hashes. Everything of variable length is preceded by its length, so that no two
 * sequences of parts give the same bytes.
 *
 * <p>Each fingerprint has its own digest: creating it takes well under a microsecond, and leaves nothing behind in
 * threads, of which there may be a million.
 */
final class Preimage {
    /** Separates these hashes from others made with the same secret, and from later formats. */
    private static final byte[] FORMAT = "oncemore\1".getBytes(US_ASCII);

    private final MessageDigest digest;
    private final @Nullable Secret secret;
    private final ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);

    /** The kind of the payload; its number is part of the format. */
    enum Kind {
        BYTES(1),
        JSON(2),
        JSON_FIELDS(3),
        FIELDS(4);

        private final byte tag;

        Kind(int tag) {
            this.tag = (byte) tag;
        }
    }

    Preimage(@Nullable Secret secret, Kind kind, String method, String route) {
        this.digest = sha256();
        this.secret = secret;
        if (secret != null) {
            secret.beginInner(digest);
        }
        digest.update(FORMAT);
        digest.update(kind.tag);
        put(Utf8.encode("method", method));
        put(Utf8.encode("route", route));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    Preimage put(byte[] bytes) {
        return put(bytes, 0, bytes.length);
    }

    Preimage put(byte[] bytes, int from, int length) {
        putNumber(length);
        digest.update(bytes, from, length);
        return this;
    }

    Preimage putNumber(int value) {
        digest.update(number.putInt(0, value).array());
        return this;
    }

    Preimage putFlag(boolean value) {
        digest.update((byte) (value ? 1 : 0));
        return this;
    }

    /** Completes the fingerprint; nothing can be added after that. */
    Fingerprint fingerprint() {
        byte[] hash = digest.digest();
        return Fingerprint.ofBytes(secret == null ? hash : secret.outer(digest, hash));
    }
}
