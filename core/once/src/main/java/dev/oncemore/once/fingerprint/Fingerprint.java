package dev.oncemore.once.fingerprint;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What a request asked for, as 32 bytes: two requests with equal fingerprints are the same request. Made by a
 * {@link Fingerprinter}, kept by a store as {@link #bytes()}.
 */
public final class Fingerprint {
    /** How many bytes a fingerprint has. */
    public static final int SIZE_BYTES = 32;

    /** Enough to tell apart what stands in one log, too little to guess a payload from. */
    private static final int SHOWN_BYTES = 6;

    private final byte[] bytes;

    private Fingerprint(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A fingerprint as a store kept it. */
    public static Fingerprint ofBytes(byte[] bytes) {
        if (bytes.length != SIZE_BYTES) {
            throw new IllegalArgumentException(
                    "a fingerprint has " + SIZE_BYTES + " bytes, but these are " + bytes.length);
        }
        return new Fingerprint(bytes.clone());
    }

    /** All 32 bytes, in an array of the caller's own. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Compares in a time that does not depend on the bytes, so that a keyed fingerprint cannot be guessed piecemeal. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Fingerprint that && MessageDigest.isEqual(bytes, that.bytes);
    }

    /** The first four bytes: they are as good as random already. */
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
