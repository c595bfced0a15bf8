package dev.oncemore.once.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldSelectionTest {
    /** The document of RFC 6901, section 5, and a few places more. */
    private static final String DOCUMENT = """
            {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\\\j": 5, "k\\"l": 6, " ": 7, "m~n": 8,
             "deep": {"list": [[], {"x": {"y": [1, 2, {"z": "end"}]}}], "null": null}, "caf\\u00e9": 9, "\\n": 11, "~1": 12,
             "01": {"0": "member"}}""";

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '\0',
            value = {
                "/foo [\"bar\",\"baz\"]",
                "/foo/0 \"bar\"",
                "/foo/1 \"baz\"",
                "/ 0",
                "/a~1b 1",
                "/c%d 2",
                "/e^f 3",
                "/g|h 4",
                "/i\\j 5",
                "/k\"l 6",
                "/m~0n 8",
                "/deep/list/0 []",
                "/deep/list/1/x/y/2/z \"end\"",
                "/deep/list/1 {\"x\":{\"y\":[1,2,{\"z\":\"end\"}]}}",
                "/deep/null null",
                "/caf\u00e9 9",
                "/~01 12",
                "/01/0 \"member\""
            })
    void findsTheValue(String pointer, String value) {
        assertThat(of(DOCUMENT, pointer)).isEqualTo(of(placedAt(pointer, value), pointer));
        assertThat(of(DOCUMENT, pointer)).isNotEqualTo(of("{}", pointer));
    }

    /** A document with the value at the pointer and nothing else: all steps are names, which pointers allow. */
    private static String placedAt(String pointer, String value) {
        String document = value;
        String[] tokens = pointer.split("/", -1);
        for (int i = tokens.length - 1; i > 0; i--) {
            String name = tokens[i]
                    .replace("~1", "/")
                    .replace("~0", "~")
                    .replace("\\", "\\\\")
                    .replace("\"", "\\\"");
            document = "{\"" + name + "\":" + document + "}";
        }
        return document;
    }

    @Test
    void findsNamesOfSpacesAndControlCharacters() {
        assertThat(of(DOCUMENT, "/ ")).isEqualTo(of("{\" \":7}", "/ "));
        assertThat(of(DOCUMENT, "/\n")).isEqualTo(of("{\"\\u000a\":11}", "/\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/missing",
                "/foo/2",
                "/foo/-",
                "/foo/-1",
                "/foo/00",
                "/foo/01",
                "/foo/x",
                "/foo/0/x",
                "/foo/",
                "//x",
                "/Foo",
                "/deep/list/1/x/y/2/z/0",
                "/deep/null/x",
                "/foo/4294967296",
                "/foo/99999999999999999999",
                "/deep/list/ 1"
            })
    void aValueThatIsNotThereIsMissing(String pointer) {
        assertThat(of(DOCUMENT, pointer))
                .isEqualTo(of("{}", pointer))
                .isEqualTo(of("[]", pointer))
                .isEqualTo(of("1", pointer));
    }

    @Test
    void missingIsNotNull() {
        assertThat(of("{\"a\":null}", "/a")).isNotEqualTo(of("{}", "/a")).isNotEqualTo(of("{\"a\":\"\"}", "/a"));
    }

    @Test
    void whatIsNotChosenDoesNotCount_andWhatIsChosenIsCanonical() {
        assertThat(of("{\"at\":1,\"lines\":[{\"b\":1.0,\"a\":\"\\u0041\"}],\"id\":7}", "/lines", "/id"))
                .isEqualTo(of(
                        "{\"id\":7e0,\"lines\":[{\"a\":\"A\",\"b\":1}],\"trace\":{\"x\":[\"]\",\"\\\\\\\"}\"]}}",
                        "/lines",
                        "/id"));
        assertThat(of("{\"id\":7}", "/id")).isNotEqualTo(of("{\"id\":8}", "/id"));
    }

    @Test
    void theChoiceCounts_inItsOrder() {
        String document = "{\"a\":1,\"b\":1}";

        assertThat(List.of(
                        of(document, "/a"),
                        of(document, "/b"),
                        of(document, "/a", "/b"),
                        of(document, "/b", "/a"),
                        of(document, ""),
                        of(document, "/a", "")))
                .doesNotHaveDuplicates();
    }

    @Test
    void oneMayLieWithinAnother() {
        assertThat(of("{\"a\":{\"b\":[5]}}", "/a/b/0", "/a", "", "/a/b"))
                .isEqualTo(of("{ \"a\" : { \"b\" : [ 5.0 ] } }", "/a/b/0", "/a", "", "/a/b"))
                .isNotEqualTo(of("{\"a\":{\"b\":[6]}}", "/a/b/0", "/a", "", "/a/b"));
    }

    @Test
    void theWholeDocumentMayBeANumber() {
        assertThat(of("1.0", "")).isEqualTo(of(" 1 ", "")).isNotEqualTo(of("2", ""));
    }

    @Test
    void aBrokenRuleOutsideOfTheChoiceIsRefusedToo() {
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> of("{\"a\":1,\"b\":{\"c\":1,\"c\":2}}", "/a"));
    }

    @Test
    void refusesPointersThatAreNone_andNamesThem() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("{}", "a/b"))
                .withMessage("a JSON pointer must be empty or start with /, but is a/b");
        for (String pointer : List.of("/a~", "/~2", "/a~/b", "/~~0")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of("{}", pointer))
                    .withMessage("a JSON pointer must have ~ only in ~0 and ~1, but is " + pointer);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("{}", "/a", "/b", "/a"))
                .withMessage("JSON pointers must be distinct, but there is a duplicate: /a");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("{}"))
                .withMessage("there must be 1 to 64 JSON pointers, but there are 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("{}", Collections.nCopies(65, "/a").toArray(String[]::new)))
                .withMessageEndingWith("but there are 65");
    }

    private static Fingerprint of(String document, String... pointers) {
        return Fingerprinter.plain().ofJsonFields("POST", "/x", document.getBytes(UTF_8), List.of(pointers));
    }
}
