package dev.oncemore.once.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The format, pinned. Fingerprints are stored, and a release that computed others would take every replay for a mismatch: a
 * change that breaks a test here needs a new version byte.
 */
class FingerprintFormatTest {
    private static final String DOCUMENT = """
            { "total": 129.50, "number": "2026-001", "lines": [ { "sku": "\\u0041-1", "quantity": 10 }, null ],
              "note": "caf\\u00e9 \\"2\\" \\/\\n\\u001F", "paid": false, "empty": { } }""";

    private static final String CANONICAL =
            "{\"empty\":{},\"lines\":[{\"quantity\":10,\"sku\":\"A-1\"},null],\"note\":\"caf\u00e9 \\\"2\\\" /\\n\\u001f\","
                    + "\"number\":\"2026-001\",\"paid\":false,\"total\":129.5}";

    private final Fingerprinter fingerprinter = Fingerprinter.plain();

    @Test
    void bytes() throws Exception {
        Fingerprint fingerprint = fingerprinter.ofBytes("POST", "/invoices", utf8("payload"));

        assertThat(fingerprint)
                .isEqualTo(sha256(header(1, "POST", "/invoices").block("payload")))
                .isEqualTo(hex("4dcb465544349e4f166b884b78d07d0a4896d15de82ff414fa98179942b2ce8e"));
    }

    @Test
    void json() throws Exception {
        Fingerprint fingerprint = fingerprinter.ofJson("POST", "/invoices", DOCUMENT);

        assertThat(fingerprint)
                .isEqualTo(sha256(header(2, "POST", "/invoices").block(CANONICAL)))
                .isEqualTo(hex("2935a85b495c069843912828f85d795767771a7bd740204b100c891a84594cee"));
    }

    @Test
    void jsonFields() throws Exception {
        Fingerprint fingerprint = fingerprinter.ofJsonFields(
                "POST", "/invoices", utf8(DOCUMENT), List.of("/total", "/missing", "/lines/1", "/lines/0"));

        assertThat(fingerprint)
                .isEqualTo(sha256(header(3, "POST", "/invoices")
                        .number(4)
                        .block("/total")
                        .flag(1)
                        .block("129.5")
                        .block("/missing")
                        .flag(0)
                        .block("/lines/1")
                        .flag(1)
                        .block("null")
                        .block("/lines/0")
                        .flag(1)
                        .block("{\"quantity\":10,\"sku\":\"A-1\"}")))
                .isEqualTo(hex("a0accaaf9503959b22d5cef32a8edc7403d555c80d8732373e476dad411d43aa"));
    }

    @Test
    void fields() throws Exception {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("\ud83d\ude00", "beyond the basic plane");
        fields.put("\uffee", "before it, as bytes");
        fields.put("period", "2026-11");

        assertThat(fingerprinter.ofFields("charge", "subscription", fields))
                .isEqualTo(sha256(header(4, "charge", "subscription")
                        .number(3)
                        .block("period")
                        .block("2026-11")
                        .block("\uffee")
                        .block("before it, as bytes")
                        .block("\ud83d\ude00")
                        .block("beyond the basic plane")))
                .isEqualTo(hex("005dddf848abb6c51d9fd736365ba79178ce68892f9827428d0436c8ef82d611"));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 32, 63, 64, 65, 200})
    void keyedIsHmac_withSecretsOfAnySize(int size) throws Exception {
        byte[] secret = new byte[size];
        for (int i = 0; i < size; i++) {
            secret[i] = (byte) (7 * i + 1);
        }
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        byte[] expected =
                mac.doFinal(header(2, "POST", "/invoices").block(CANONICAL).toByteArray());

        assertThat(Fingerprinter.keyed(secret).ofJson("POST", "/invoices", DOCUMENT))
                .isEqualTo(Fingerprint.ofBytes(expected));
    }

    @Test
    void keyed() {
        assertThat(Fingerprinter.keyed(utf8("0123456789abcdef")).ofJson("POST", "/invoices", DOCUMENT))
                .isEqualTo(hex("bd222356683f62888d7b45e69382de2ae358723b5a6d6a06d90217e758d77509"));
    }

    private static Layout header(int kind, String method, String route) throws IOException {
        Layout layout = new Layout();
        layout.write(utf8("oncemore"));
        return layout.flag(1).flag(kind).block(method).block(route);
    }

    private static Fingerprint sha256(Layout layout) throws GeneralSecurityException {
        return Fingerprint.ofBytes(MessageDigest.getInstance("SHA-256").digest(layout.toByteArray()));
    }

    private static Fingerprint hex(String digits) {
        return Fingerprint.ofBytes(HexFormat.of().parseHex(digits));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }

    /** The format as its description has it, written down a second time. */
    private static final class Layout extends ByteArrayOutputStream {
        private final DataOutputStream data = new DataOutputStream(this);

        Layout number(int value) throws IOException {
            data.writeInt(value);
            return this;
        }

        Layout flag(int value) {
            write(value);
            return this;
        }

        Layout block(String text) throws IOException {
            byte[] bytes = utf8(text);
            data.writeInt(bytes.length);
            data.write(bytes);
            return this;
        }
    }
}
