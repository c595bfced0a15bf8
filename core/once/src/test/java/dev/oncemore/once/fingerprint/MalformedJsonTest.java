package dev.oncemore.once.fingerprint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.oncemore.once.fingerprint.MalformedJsonException.Rule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class MalformedJsonTest {
    private static final EnumSet<Rule> LIMITS =
            EnumSet.of(Rule.TOO_LARGE, Rule.TOO_DEEP, Rule.NUMBER_TOO_LONG, Rule.EXPONENT_TOO_LARGE);

    private static final List<Arguments> MALFORMED = new ArrayList<>();

    /** Documents as Latin 1, so that a character is a byte, and where the rule is broken. */
    private static void refused(Rule rule, int offset, String... documents) {
        for (String document : documents) {
            MALFORMED.add(Arguments.of(rule, offset, document));
        }
    }

    static {
        refused(Rule.UNEXPECTED_END, 0, "");
        refused(Rule.UNEXPECTED_END, 1, " ", "[", "{", "\"", "-", "t");
        refused(Rule.UNEXPECTED_END, 2, "[1", "1.", "1e", "\"a", "\"\\", "[\"", "[[", "[{", "0e");
        refused(Rule.UNEXPECTED_END, 3, "1e+", "1e-", "[1,", "{\"a", "nul", "\"\\u", "tru", "\"\\n");
        refused(Rule.UNEXPECTED_END, 4, "{\"a\"", "fals", "\"\\u0", "\"abc");
        refused(Rule.UNEXPECTED_END, 5, "{\"a\":", "\"\\u00", "\"abcd");
        refused(Rule.UNEXPECTED_END, 6, "{\"a\":1", "\"\\u004", "\"abcde");
        refused(Rule.UNEXPECTED_END, 9, "\"abcdefgh", "\"\\ud83d\\u");
        refused(Rule.UNEXPECTED_CHARACTER, 0, "]", "}", ",", ":", "+1", ".5", "'a'", "NaN", "Infinity", "undefined");
        refused(Rule.UNEXPECTED_CHARACTER, 0, "True", "x", "/* */1", "//\n1", "#", "\0", "\u00a0", "\f1", "\u000b1");
        refused(Rule.UNEXPECTED_CHARACTER, 0, "\u00ff\u00fe[\0]\0", "\u00fe\u00ff\0[\0]", "\u00ef\u00bb");
        refused(
                Rule.UNEXPECTED_CHARACTER,
                1,
                "[,1]",
                "{1:2}",
                "{a:1}",
                "{'a':1}",
                "{,}",
                "[}",
                "{]",
                "nUll",
                "[\u00a01]");
        refused(Rule.UNEXPECTED_CHARACTER, 2, "[1}", "[1:2]", "[0x10]", "trUe", "[1//x\n]", "[1\u00a0]", "[1\0]");
        refused(Rule.UNEXPECTED_CHARACTER, 3, "[1,]", "[1,,2]", "nulL", "[1 /**/]", "[1 2]");
        refused(Rule.UNEXPECTED_CHARACTER, 4, "{\"a\"}", "{\"a\",1}", "{\"a\"1}", "{\"a\"=1}", "[nulL]");
        refused(Rule.UNEXPECTED_CHARACTER, 5, "{\"a\":}", "{\"a\"::1}", "{\"a\":,}", "[nullx]", "[truex]");
        refused(Rule.UNEXPECTED_CHARACTER, 6, "{\"a\":1]", "{\"a\":1:1}", "{\"a\":1\"b\":2}");
        refused(Rule.UNEXPECTED_CHARACTER, 7, "{\"a\":1,}", "{\"a\":1,2}", "{\"a\":1,,\"b\":2}", "{\"a\":1 \"b\":2}");
        refused(Rule.TRAILING_CHARACTERS, 1, "1x", "1]", "1,", "0x1F", "1\0");
        refused(Rule.TRAILING_CHARACTERS, 2, "[]]", "{}}", "1 2", "[]\u00ef\u00bb\u00bf", "\"\"\"", "{}#", "-0-");
        refused(Rule.TRAILING_CHARACTERS, 4, "nullx", "truefalse", "null//");
        refused(Rule.BYTE_ORDER_MARK, 0, "\u00ef\u00bb\u00bf{}", "\u00ef\u00bb\u00bf");
        refused(Rule.INVALID_NUMBER, 0, "01", "00", "007", "00.5");
        refused(Rule.INVALID_NUMBER, 1, "-01", "-x", "--1", "-.5", "-Infinity", "-NaN", "[01]");
        refused(Rule.INVALID_NUMBER, 2, "1.x", "1..2", "1.e5", "1ex", "1e.5", "1ee5", "1.]", "1E]");
        refused(Rule.INVALID_NUMBER, 3, "1e+x", "1e-]", "1e++1", "[1.]");
        refused(Rule.CONTROL_CHARACTER, 1, "\"\0\"", "\"\n\"", "\"\t\"", "\"\u001f\"", "\"\u001fabcdefghijklmnop\"");
        refused(Rule.CONTROL_CHARACTER, 4, "\"abc\n\"", "\"abc\u0001defghijklmnop\"", "\"\\na\r\"");
        refused(
                Rule.INVALID_ESCAPE,
                1,
                "\"\\x41\"",
                "\"\\'\"",
                "\"\\U0041\"",
                "\"\\0\"",
                "\"\\ \"",
                "\"\\u00g0\"",
                "\"\\u 041\"");
        refused(
                Rule.INVALID_ESCAPE,
                1,
                "\"\\u\"",
                "\"\\u004\"",
                "\"\\\n\"",
                "\"\\\u00e9\"",
                "\"\\u+041\"",
                "\"\\u\u00b9041\"");
        refused(Rule.INVALID_ESCAPE, 7, "\"\\ud83d\\u00zz\"");
        refused(
                Rule.LONE_SURROGATE,
                1,
                "\"\\ud83d\"",
                "\"\\ude00\"",
                "\"\\uDE00\\uD83D\"",
                "\"\\ud83dx\"",
                "\"\\ud83d\\n\"");
        refused(Rule.LONE_SURROGATE, 1, "\"\\ud83d\\ud83d\\ude00\"", "\"\\ud83d\\u0041\"", "\"\\udbff\"");
        refused(
                Rule.LONE_SURROGATE,
                1,
                "\"\u00ed\u00a0\u0080\"",
                "\"\u00ed\u00bf\u00bf\"",
                "\"\u00ed\u00a0\u00bd\u00ed\u00b8\u0080\"");
        refused(Rule.LONE_SURROGATE, 2, "{\"\\udfff\":1}");
        refused(
                Rule.INVALID_UTF8,
                1,
                "\"\u0080\"",
                "\"\u00bf\"",
                "\"\u00c0\u0080\"",
                "\"\u00c1\u00bf\"",
                "\"\u00c3\"",
                "\"\u00c3");
        refused(
                Rule.INVALID_UTF8,
                1,
                "\"\u00e0\u009f\u00bf\"",
                "\"\u00e2\u0082\"",
                "\"\u00e2\u0082",
                "\"\u00f0\u008f\u00bf\u00bf\"");
        refused(
                Rule.INVALID_UTF8,
                1,
                "\"\u00f4\u0090\u0080\u0080\"",
                "\"\u00f5\u0080\u0080\u0080\"",
                "\"\u00ff\"",
                "\"\u00fe\"",
                "\"\u00ed\"");
        refused(
                Rule.INVALID_UTF8,
                1,
                "\"\u00f0\u009f\u0098\"",
                "\"\u00f0\u009f\u0098",
                "\"\u00f8\u0088\u0080\u0080\u0080\"",
                "\"\u00e9\"");
        refused(Rule.INVALID_UTF8, 3, "\"\u00c3\u00a9\u00a9\"", "\"ab\u0080defghijklm\"");
        refused(Rule.DUPLICATE_NAME, 7, "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}");
        refused(Rule.DUPLICATE_NAME, 13, "{\"b\":1,\"a\":1,\"b\":2}", "{\"a\":1,\"b\":1,\"a\":2,\"0\":0}");
    }

    @ParameterizedTest(name = "{0} at {1}: {2}")
    @FieldSource("MALFORMED")
    void isRefused(Rule rule, int offset, String document) {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> CanonicalJson.of(document.getBytes(ISO_8859_1), 1_000))
                .returns(rule, MalformedJsonException::rule)
                .returns(offset, MalformedJsonException::offset);
    }

    @Test
    void everyRuleButTheLimitsIsInTheTable() {
        assertThat(MALFORMED.stream().map(arguments -> (Rule) arguments.get()[0]))
                .containsAll(EnumSet.complementOf(LIMITS));
    }

    @Test
    void theWholeTableIsRefusedInsideOfADocument_whereverItStands() {
        for (Arguments arguments : MALFORMED) {
            String document = (String) arguments.get()[2];
            if (document.isBlank()) {
                continue;
            }
            for (String before : List.of("[[0,", "[[ \"12345678\", ", "{\"b\":{\"a\": ")) {
                byte[] inside = (before + document).getBytes(ISO_8859_1);
                assertThatExceptionOfType(MalformedJsonException.class)
                        .as("%s%s", before, document)
                        .isThrownBy(() -> CanonicalJson.of(inside, 1_000));
            }
        }
    }

    @Test
    void saysWhere_andShowsOneCharacterAtMost() {
        String secret = "{\n  \"caf\u00e9\": \"very secret\",\n  \"\u017d\u20ac\ud83d\ude00\": secret\n}";

        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> CanonicalJson.of(secret.getBytes(UTF_8), 1_000))
                .withMessage("JSON refused at line 3, column 10 (byte 43): expected a JSON value, "
                        + "a name or one of , : ] }, found s")
                .returns(3, MalformedJsonException::line)
                .returns(10, MalformedJsonException::column)
                .returns(43, MalformedJsonException::offset);
    }

    @Test
    void showsNoControlCharacters_whichWouldForgeALogLine() {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> CanonicalJson.of(new byte[] {'[', 0x1b, ']'}, 1_000))
                .withMessageEndingWith(", found byte 0x1b");
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> CanonicalJson.of(new byte[] {'[', (byte) 0x85, ']'}, 1_000))
                .withMessageEndingWith(", found byte 0x85");
    }
}
