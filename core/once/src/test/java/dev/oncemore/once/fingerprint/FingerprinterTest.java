package dev.oncemore.once.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprinterTest {
    private final Fingerprinter fingerprinter = Fingerprinter.plain();

    @Test
    void reorderedNamesAreTheSame_atAnyDepth() {
        assertThat(json("{\"a\":1,\"b\":[{\"x\":true,\"y\":null}]}"))
                .isEqualTo(json(" { \"b\" : [ { \"y\" : null , \"x\" : true } ] ,\r\n\t\"a\" : 1 } "));
        assertThat(json("[1,2]")).isNotEqualTo(json("[2,1]"));
    }

    @Test
    void numbersBeyondADoubleDiffer() {
        assertThat(json("9007199254740993")).isNotEqualTo(json("9007199254740992"));
        assertThat(json("0.1")).isNotEqualTo(json("0.1000000000000000055511151231257827"));
        assertThat(json("1e400")).isNotEqualTo(json("1e401"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.0", "1e0", "10e-1", "1E0", "1e+0", "1e-0", "0.1e1", "100e-2", "0.0010e3", "1.000", "1e00"})
    void oneIsOne_howeverItIsWritten(String one) {
        assertThat(json(one)).isEqualTo(json("1")).isNotEqualTo(json("-1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0", "0.0", "-0.000", "0e5", "0E-7", "-0e99999999999999999999"})
    void zeroIsZero_withoutASign(String zero) {
        assertThat(json(zero)).isEqualTo(json("0"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"\\u0061\":2}",
                "{\"b\":1,\"a\":2,\"b\":3}",
                "[{\"x\":{\"longer than eight\":1,\"y\":2,\"longer than eight\":1}}]",
                "{\"\":1,\"\":1}"
            })
    void duplicateNamesAreRefused_alsoInTwoSpellings(String document) {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> json(document))
                .returns(Rule.DUPLICATE_NAME, MalformedJsonException::rule);
    }

    @Test
    void composedAndDecomposedCharactersDiffer() {
        assertThat(json("\"\u00e9\"")).isNotEqualTo(json("\"e\u0301\""));
        assertThat(json("{\"\u00e9\":1,\"e\u0301\":1}")).isEqualTo(json("{\"e\\u0301\":1,\"\\u00E9\":1}"));
    }

    @Test
    void deepNestingIsBounded() {
        assertThat(json("[".repeat(128) + "]".repeat(128))).isNotNull();
        for (int depth : new int[] {129, 100_000, 5_000_000}) {
            assertThatExceptionOfType(MalformedJsonException.class)
                    .isThrownBy(() -> json("[".repeat(depth)))
                    .returns(Rule.TOO_DEEP, MalformedJsonException::rule)
                    .returns(128, MalformedJsonException::offset);
            assertThatExceptionOfType(MalformedJsonException.class)
                    .isThrownBy(() -> json("{\"a\":".repeat(Math.min(depth, 1_000_000))))
                    .returns(Rule.TOO_DEEP, MalformedJsonException::rule);
        }
    }

    @Test
    void megabyteNumbersAreBounded() {
        assertThat(json("1".repeat(1_000))).isNotNull();
        for (String number : List.of(
                "1".repeat(1_001),
                "1".repeat(5_000_000),
                "0." + "0".repeat(1_000_000),
                "1e" + "0".repeat(1_000_000),
                "1e-" + "9".repeat(1_000_000))) {
            assertThatExceptionOfType(MalformedJsonException.class)
                    .isThrownBy(() -> json(number))
                    .returns(Rule.NUMBER_TOO_LONG, MalformedJsonException::rule);
        }
    }

    @Test
    void exponentsAreBounded_byValueAndNotBySpelling() {
        assertThat(json("1e999999")).isEqualTo(json("0.1e1000000")).isEqualTo(json("10e999998"));
        assertThat(json("1e-999999")).isEqualTo(json("10e-1000000"));
        for (String number :
                List.of("1e1000000", "10e999999", "1.5e-999999", "1e99999999999999999999", "-1E-2147483648")) {
            assertThatExceptionOfType(MalformedJsonException.class)
                    .isThrownBy(() -> json(number))
                    .returns(Rule.EXPONENT_TOO_LARGE, MalformedJsonException::rule);
        }
    }

    @Test
    void stringsAreTheSameByContent() {
        assertThat(json("\"\\u0041\\/\\u00e9\\ud83d\\uDE00\\u000a\"")).isEqualTo(json("\"A/\u00e9\ud83d\ude00\\n\""));
        assertThat(json("\"A\"")).isNotEqualTo(json("\"a\""));
        assertThat(json("\"a \"")).isNotEqualTo(json("\"a\""));
        assertThat(json("\"1\"")).isNotEqualTo(json("1"));
        assertThat(json("\"null\"")).isNotEqualTo(json("null"));
        assertThat(json("[\"a\",\"b\"]")).isNotEqualTo(json("[\"a\\\",\\\"b\"]"));
    }

    @Test
    void structureCounts() {
        assertThat(List.of(
                        json("{}"),
                        json("[]"),
                        json("null"),
                        json("[null]"),
                        json("[[]]"),
                        json("{\"a\":null}"),
                        json("[[],[]]"),
                        json("[[[]]]"),
                        json("{\"\":{}}"),
                        json("false"),
                        json("true"),
                        json("\"\""),
                        json("0")))
                .doesNotHaveDuplicates();
    }

    @Test
    void kindsDiffer_evenForTheSameText() {
        byte[] text = utf8("{\"a\":\"b\"}");

        assertThat(List.of(
                        fingerprinter.ofBytes("POST", "/x", text),
                        fingerprinter.ofJson("POST", "/x", text),
                        fingerprinter.ofJsonFields("POST", "/x", text, List.of("")),
                        fingerprinter.ofJsonFields("POST", "/x", text, List.of("/a")),
                        fingerprinter.ofFields("POST", "/x", Map.of("a", "b"))))
                .doesNotHaveDuplicates();
    }

    @Test
    void partsDoNotRunIntoEachOther() {
        byte[] nothing = {};

        assertThat(List.of(
                        fingerprinter.ofBytes("a", "b:c", nothing),
                        fingerprinter.ofBytes("a:b", "c", nothing),
                        fingerprinter.ofBytes("ab", "", nothing),
                        fingerprinter.ofBytes("", "ab", nothing),
                        fingerprinter.ofBytes("a", "", utf8("b")),
                        fingerprinter.ofBytes("A", "b:c", nothing)))
                .doesNotHaveDuplicates();
        assertThat(List.of(
                        fingerprinter.ofFields("a", "b", Map.of("x", "y=z")),
                        fingerprinter.ofFields("a", "b", Map.of("x=y", "z")),
                        fingerprinter.ofFields("a", "b", Map.of("x", "", "y", "z")),
                        fingerprinter.ofFields("a", "b", Map.of("x", "y", "z", "")),
                        fingerprinter.ofFields("a", "b", Map.of())))
                .doesNotHaveDuplicates();
    }

    @Test
    void textAndItsBytesAreTheSame() {
        String document = "{\"name\":\"\u017d\ud83d\ude00\",\"n\":1.50}";

        assertThat(fingerprinter.ofJson("POST", "/x", document))
                .isEqualTo(fingerprinter.ofJson("POST", "/x", utf8(document)))
                .isEqualTo(fingerprinter.ofJson("POST", "/x", CharBuffer.wrap(document)));
    }

    @Test
    void halfASurrogatePairIsRefused_ratherThanReplacedByAQuestionMark() {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> fingerprinter.ofJson("POST", "/x", "[\n\"\u017d\ud83d\"]"))
                .returns(Rule.LONE_SURROGATE, MalformedJsonException::rule)
                .returns(5, MalformedJsonException::offset)
                .returns(2, MalformedJsonException::line)
                .returns(3, MalformedJsonException::column);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fingerprinter.ofBytes("POST", "/\ude00", new byte[0]))
                .withMessage("route must not have half a surrogate pair, but has one at 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fingerprinter.ofFields("POST", "/", Map.of("a", "\ud83d")))
                .withMessageStartingWith("field value must not");
    }

    @Test
    void payloadsOverTheLimitAreRefused_andNameBothSizes() {
        Fingerprinter small = fingerprinter.withPayloadMaxBytes(4);

        assertThat(small.ofJson("", "", "[12]")).isEqualTo(fingerprinter.ofJson("", "", "[12]"));
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> small.ofJson("", "", "[123]"))
                .withMessageEndingWith("over the size limit of 4 bytes, it has 5 characters");
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> small.ofJson("", "", "\"\u00e9\u00e9\""))
                .withMessageEndingWith("over the size limit of 4 bytes, it has 6 bytes")
                .returns(Rule.TOO_LARGE, MalformedJsonException::rule);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> small.ofBytes("", "", new byte[5]))
                .withMessage("a payload must not be over 4 bytes, but has 5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> small.ofFields("", "", Map.of("ab", "cde")))
                .withMessage("a payload must not be over 4 bytes, but has 5");
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> fingerprinter.ofJson("", "", new byte[(16 << 20) + 1]))
                .returns(Rule.TOO_LARGE, MalformedJsonException::rule);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fingerprinter.withPayloadMaxBytes(0))
                .withMessage("payload limit must be between 1 and 1073741824 bytes, but is 0");
    }

    @Test
    void aSecretChangesEveryFingerprint_andIsLongEnough() {
        Fingerprinter keyed = Fingerprinter.keyed(utf8("0123456789abcdef"));

        assertThat(List.of(
                        keyed.ofJson("POST", "/x", "{}"),
                        fingerprinter.ofJson("POST", "/x", "{}"),
                        Fingerprinter.keyed(utf8("0123456789abcdeg")).ofJson("POST", "/x", "{}")))
                .doesNotHaveDuplicates();
        assertThat(keyed.withPayloadMaxBytes(10).ofJson("POST", "/x", " {}"))
                .isEqualTo(keyed.ofJson("POST", "/x", "{}"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fingerprinter.keyed(new byte[15]))
                .withMessage("a secret must have at least 16 bytes, but has 15");
    }

    @Test
    void aSecretDoesNotChange_whenItsArrayIsWrittenTo() {
        byte[] secret = utf8("0123456789abcdef");
        Fingerprinter keyed = Fingerprinter.keyed(secret);
        Fingerprint before = keyed.ofJson("POST", "/x", "{}");

        secret[0] = 0;

        assertThat(keyed.ofJson("POST", "/x", "{}")).isEqualTo(before);
    }

    @Test
    void oneServesAllThreads() throws Exception {
        Fingerprinter keyed = Fingerprinter.keyed(utf8("0123456789abcdef"));
        Callable<List<Fingerprint>> work = () -> {
            List<Fingerprint> fingerprints = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                fingerprints.add(keyed.ofJson("POST", "/x", "{\"b\":" + i + ",\"a\":[1.5,\"\\u00e9\"]}"));
            }
            return fingerprints;
        };
        List<Fingerprint> alone = work.call();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (Future<List<Fingerprint>> together : threads.invokeAll(List.of(work, work, work, work))) {
                assertThat(together.get()).isEqualTo(alone);
            }
        } finally {
            threads.shutdown();
        }
        assertThat(alone).doesNotHaveDuplicates();
    }

    private Fingerprint json(String document) {
        return fingerprinter.ofJson("POST", "/invoices", document);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }
}
