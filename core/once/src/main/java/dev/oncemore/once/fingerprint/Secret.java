package dev.oncemore.once.fingerprint;

import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A secret for HMACs (RFC 2104). The JDK's {@code javax.crypto} instances must be initialised for each use or kept per
 * thread; this one is two blocks that all threads share.
 */
final class Secret {
    static final int SIZE_MIN_BYTES = 16;

    private static final int BLOCK_BYTES = 64;

    private final byte[] innerBlock;
    private final byte[] outerBlock;

    Secret(byte[] secret) {
        if (secret.length < SIZE_MIN_BYTES) {
            throw new IllegalArgumentException(
                    "a secret must have at least " + SIZE_MIN_BYTES + " bytes, but has " + secret.length);
        }
        byte[] key = secret.length <= BLOCK_BYTES ? secret : Preimage.sha256().digest(secret);
        innerBlock = block(key, 0x36);
        outerBlock = block(key, 0x5c);
    }

    private static byte[] block(byte[] key, int pad) {
        byte[] block = Arrays.copyOf(key, BLOCK_BYTES);
        for (int i = 0; i < BLOCK_BYTES; i++) {
            block[i] ^= (byte) pad;
        }
        return block;
    }

    /** Adds the bytes that precede the message. */
    void beginInner(MessageDigest digest) {
        digest.update(innerBlock);
    }

    /** The HMAC of the inner hash. */
    byte[] outer(MessageDigest digest, byte[] innerHash) {
        digest.update(outerBlock);
        return digest.digest(innerHash);
    }
}
