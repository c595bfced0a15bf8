package dev.oncemore.connector;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts tokens in the store with a secret from outside (AES-GCM), so that a copy of the store reveals no token. A text that
 * was sealed for one connector cannot be opened for another.
 */
final class Seal {
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final byte[] name;
    private final RandomGenerator chance;

    Seal(String name, String secret, RandomGenerator chance) {
        this.key = new SecretKeySpec(digest("oncemore token seal\n" + secret), "AES");
        this.name = name.getBytes(StandardCharsets.UTF_8);
        this.chance = chance;
    }

    /** A digest that distinguishes texts without revealing them. */
    static String hash(String text) {
        return HexFormat.of().formatHex(digest("oncemore token\n" + text));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    String closed(String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        chance.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder()
                    .encodeToString(ByteBuffer.allocate(NONCE_BYTES + sealed.length)
                            .put(nonce)
                            .put(sealed)
                            .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES-GCM", e);
        }
    }

    /** Decrypts a text; empty when it was sealed with another secret, or changed. */
    Optional<String> opened(String sealed) {
        try {
            byte[] bytes = Base64.getDecoder().decode(sealed);
            byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
            byte[] text = cipher(Cipher.DECRYPT_MODE, nonce).doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
            return Optional.of(new String(text, StandardCharsets.UTF_8));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(name);
        return cipher;
    }
}
