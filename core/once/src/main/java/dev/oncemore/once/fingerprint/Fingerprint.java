package dev.oncemore.once.fingerprint;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a request as 32 bytes: two requests with equal fingerprints are the same request. Computed by a
 * {@link Fingerprinter}, stored as {@link #bytes()}.
 */
public final class Fingerprint {
    /** The size of a fingerprint. */
    public static final int SIZE_BYTES = 32;

    /** Enough to distinguish fingerprints in one log, too little to guess a payload from. */
    private static final int SHOWN_BYTES = 6;

    private final byte[] bytes;

    private Fingerprint(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Restores a fingerprint from its stored bytes. */
    public static Fingerprint ofBytes(byte[] bytes) {
        if (bytes.length != SIZE_BYTES) {
            throw new IllegalArgumentException(
                    "a fingerprint has " + SIZE_BYTES + " bytes, but these are " + bytes.length);
        }
        return new Fingerprint(bytes.clone());
    }

    /** A copy of all 32 bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Compares in constant time, so that a keyed fingerprint cannot be guessed piecemeal. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Fingerprint that && MessageDigest.isEqual(bytes, that.bytes);
    }

    /** The first four bytes, which are already random. */
    @Override
    public int hashCode() {
        return ByteBuffer.wrap(bytes).getInt();
    }

    /** The first twelve hexadecimal digits, for logs. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes, 0, SHOWN_BYTES);
    }
}
