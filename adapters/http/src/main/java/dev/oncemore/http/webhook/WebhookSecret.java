package dev.oncemore.http.webhook;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A secret shared by sender and receiver: 24 to 64 random bytes, written as {@code whsec_} and Base64. */
public final class WebhookSecret {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES_MIN = 24;
    private static final int BYTES_MAX = 64;

    private final byte[] key;

    private WebhookSecret(byte[] key) {
        if (key.length < BYTES_MIN || key.length > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "a secret must have " + BYTES_MIN + " to " + BYTES_MAX + " bytes, but has " + key.length);
        }
        this.key = key;
    }

    /** Parses a secret, with or without {@code whsec_}. */
    public static WebhookSecret parse(String written) {
        String base64 = written.startsWith(PREFIX) ? written.substring(PREFIX.length()) : written;
        try {
            return new WebhookSecret(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            // Omits the cause, which would quote the secret.
            throw new IllegalArgumentException(
                    "a secret must be whsec_ and " + BYTES_MIN + " to " + BYTES_MAX + " bytes in Base64");
        }
    }

    /** Generates a secret. Pass a {@link java.security.SecureRandom}: a guessable secret lets others sign. */
    public static WebhookSecret random(RandomGenerator secureRandom) {
        byte[] key = new byte[32];
        secureRandom.nextBytes(key);
        return new WebhookSecret(key);
    }

    /** The written form, to be shown to its owner once. */
    public String reveal() {
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    /** The signature of a message: {@code v1,} and Base64. */
    String sign(String id, long timestampSeconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update((id + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return PREFIX + "…";
    }
}
