package dev.oncemore.server.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A certificate with its chain, and its key, as PEM: what certbot writes as {@code fullchain.pem} and {@code privkey.pem}.
 *
 * @param certificate the certificate, followed by those that vouch for it
 * @param key its private key, PKCS #8 without a password
 */
public record PemFiles(Path certificate, Path key) {
    private static final int BYTES_MAX = 1_000_000;
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final byte[] PROBE = "oncemore".getBytes(StandardCharsets.US_ASCII);
    private static final char[] NO_PASSWORD = {};

    /**
     * A pair of files that can be used now.
     *
     * @throws IllegalArgumentException if they cannot be read or do not belong together; the message says what to do
     */
    public static PemFiles require(Path certificate, Path key) {
        PemFiles files = new PemFiles(certificate, key);
        files.load();
        return files;
    }

    /**
     * Both files as they are now.
     *
     * @param store the certificate and the key
     * @param leaf the server's own certificate
     */
    record Loaded(KeyStore store, X509Certificate leaf) {}

    /**
     * Reads both files.
     *
     * @throws IllegalArgumentException if they cannot be read or do not belong together; the message says what to do
     */
    Loaded load() {
        List<X509Certificate> chain = certificates();
        X509Certificate leaf = chain.get(0);
        PrivateKey secret = privateKey(leaf.getPublicKey().getAlgorithm());
        if (!belongTogether(secret, leaf)) {
            throw new IllegalArgumentException(
                    "the key " + key + " is not the one of the certificate " + certificate + "; use a pair");
        }
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry("server", secret, NO_PASSWORD, chain.toArray(new Certificate[0]));
            return new Loaded(store, leaf);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("the certificate " + certificate + " cannot be used: " + e, e);
        }
    }

    /** Identifies the present content of both files, to notice a renewal. */
    int contentHash() {
        return 31 * Arrays.hashCode(read(certificate)) + Arrays.hashCode(read(key));
    }

    private List<X509Certificate> certificates() {
        try {
            List<X509Certificate> chain =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(new ByteArrayInputStream(read(certificate)))
                            .stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (!chain.isEmpty()) {
                return chain;
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    certificate + " is not a certificate in PEM, with -----BEGIN CERTIFICATE-----", e);
        }
        throw new IllegalArgumentException(certificate + " has no -----BEGIN CERTIFICATE-----");
    }

    private PrivateKey privateKey(String algorithm) {
        Matcher pem = KEY.matcher(new String(read(key), StandardCharsets.US_ASCII));
        if (!pem.find()) {
            throw new IllegalArgumentException(key + " has no -----BEGIN PRIVATE KEY-----, which is PKCS #8 without a"
                    + " password; convert it with: openssl pkcs8 -topk8 -nocrypt -in KEY -out NEW");
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(pem.group(1));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Omits the cause, which might quote the key.
            throw new IllegalArgumentException(
                    "the key " + key + " is damaged, or not an " + algorithm + " key as its certificate says");
        }
    }

    private static boolean belongTogether(PrivateKey secret, X509Certificate leaf) {
        String scheme = switch (secret.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> secret.getAlgorithm();
        };
        try {
            Signature signature = Signature.getInstance(scheme);
            signature.initSign(secret);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(leaf.getPublicKey());
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static byte[] read(Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new IllegalArgumentException(file + " is too large for a PEM file");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the file " + file + " cannot be read; is the path right, and may this user read it?", e);
        }
    }
}
