package dev.oncemore.bench.once;

import dev.oncemore.once.record.Scope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The request and response of every subject: a small payment, as JSON. */
final class Workload {
    static final Scope SCOPE = Scope.of("acme", "payment:create");

    static final String RESPONSE = """
            {"payment":"8f14e45f-ceea-467f-9575-b2a1f6c0d3aa","status":"BOOKED","amount":"149.90","currency":"EUR",\
            "invoice":"2026-000123","bookedAt":"2026-11-15T10:15:30Z","reference":"RF18539007547034"}\
            """;

    private static final byte[] REQUEST = """
            {"invoice":"2026-000123","amount":149.90,"currency":"EUR","purpose":"Invoice 2026-000123",\
            "debtor":{"name":"Acme Ltd","iban":"DE02120300000000202051"},"execution":"2026-11-15"}\
            """.getBytes(StandardCharsets.UTF_8);

    private Workload() {}

    static byte[] request() {
        return REQUEST.clone();
    }

    static byte[] response() {
        return RESPONSE.getBytes(StandardCharsets.UTF_8);
    }

    /** The handwritten fingerprint: a hash of the request's bytes. */
    static byte[] fingerprintBytes() {
        return sha256(REQUEST);
    }

    /** The fingerprint as text. */
    static String fingerprint() {
        return HexFormat.of().formatHex(fingerprintBytes());
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
