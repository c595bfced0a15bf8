package dev.oncemore.server.access;

import dev.oncemore.time.Chance;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Makes secrets, and hashes them. */
final class Secrets {
    private static final String PASSWORD_ALGORITHM = "PBKDF2WithHmacSHA256";
    /** What takes an attacker's graphics card long enough, and us a third of a second. */
    private static final int PASSWORD_ROUNDS = 600_000;

    private static final int ROUNDS_MAX = 10_000_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 256;
    private static final int SECRET_BYTES = 24;
    private static final Pattern PASSWORD_HASH = Pattern.compile("pbkdf2\\$(\\d{1,8})\\$([^$]+)\\$([^$]+)");

    /** Compared with when there is no such account, so that the time it takes does not tell that. No password matches it. */
    static final String NOBODYS_HASH = passwordHash(new byte[SALT_BYTES], new byte[HASH_BITS / Byte.SIZE]);

    private final RandomGenerator random = Chance.unforeseeable();

    /** 192 random bits, in letters that need no quoting anywhere. */
    String next() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** For secrets that are random and too long to be guessed. */
    static String hash(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Something that only the holder of the secret can know, and that does not give the secret away. */
    static String derived(String secret, String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC with SHA-256", e);
        }
    }

    /** Whether both are the same; how long that takes tells nothing about where they differ. */
    static boolean isSame(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    /** A slow, salted hash: people choose passwords that can be guessed. */
    String hashPassword(String password) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return passwordHash(salt, stretch(password, salt, PASSWORD_ROUNDS));
    }

    private static String passwordHash(byte[] salt, byte[] hash) {
        Base64.Encoder base64 = Base64.getEncoder();
        return "pbkdf2$" + PASSWORD_ROUNDS + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    /** Whether this is the password with that hash. */
    static boolean isPassword(String password, String hash) {
        var matcher = PASSWORD_HASH.matcher(hash);
        if (!matcher.matches()) {
            return false;
        }
        int rounds = Math.min(ROUNDS_MAX, Integer.parseInt(matcher.group(1)));
        byte[] salt = Base64.getDecoder().decode(matcher.group(2));
        return MessageDigest.isEqual(
                stretch(password, salt, rounds), Base64.getDecoder().decode(matcher.group(3)));
    }

    private static byte[] stretch(String password, byte[] salt, int rounds) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, rounds, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance(PASSWORD_ALGORITHM)
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + PASSWORD_ALGORITHM, e);
        } finally {
            spec.clearPassword();
        }
    }
}
