package dev.oncemore.once.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.oncemore.once.Codec;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.fingerprint.Fingerprint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Free texts of a record: what no store could keep as it is, is refused by the types and never replaced in silence. */
class RecordTextTest {
    private static final Key KEY = Key.of("acme", "payment:create", "inv-001");
    private static final Fingerprint NOTHING = Fingerprint.ofBytes(new byte[Fingerprint.SIZE_BYTES]);

    static Stream<Named<Consumer<String>>> names() {
        return Stream.of(
                Named.of("resource type", text -> new Resource(text, "7")),
                Named.of("resource id", text -> new Resource("invoice", text)),
                Named.of("who", OnceSettings.standard()::who),
                Named.of("who", text -> new NewClaim(KEY, NOTHING, "token", text, Duration.ZERO)));
    }

    @ParameterizedTest
    @MethodSource("names")
    void aNameMayHaveAnyScript(Consumer<String> make) {
        for (String name : List.of("請求書 7", "Zoë", "\uD83D\uDE00", " x ", "x".repeat(255))) {
            make.accept(name);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void aNameWithAControlCharacterIsRefused_andTheRuleIsNamed(Consumer<String> make) {
        for (String control : List.of("\0", "\t", "\n", "\r", "\u001F", "\u007F", "\u0085")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> make.accept("ab" + control + "c"))
                    .withMessageMatching("(resource type|resource id|who) must not have control characters,"
                            + " but character 3 is U\\+00%02X".formatted((int) control.charAt(0)));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void aNameWithHalfASurrogatePairIsRefused(Consumer<String> make) {
        for (String half : List.of("a\uD83D", "a\uDE00", "a\uD83Db", "a\uDE00\uD83D")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> make.accept(half))
                    .withMessageContaining("must not have half a surrogate pair, but character 2 is U+D");
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void aNameIsNeitherMissingNorTooLong(Consumer<String> make) {
        Map<String, String> wrong = Map.of("", "is empty", "  ", "is blank", "x".repeat(256), "has 256");
        wrong.forEach((name, instead) -> assertThatIllegalArgumentException()
                .isThrownBy(() -> make.accept(name))
                .withMessageEndingWith("must have 1 to 255 characters and not only blanks, but " + instead));
        assertThatNullPointerException().isThrownBy(() -> make.accept(null)).withMessageContaining("must not be null");
    }

    @Test
    void aTokenIsPrintableAscii_becauseItTellsClaimantsApart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewClaim(KEY, NOTHING, "é", "tester", Duration.ZERO))
                .withMessage("token must be printable ASCII, but character 1 is U+00E9");
    }

    @Test
    void theWordsOfAFailureAreRepaired_becauseTheOutcomeMustNotGetLost() {
        assertThat(error("nul \0 lone \uDC00 line\nbreak pair \uD83D\uDE00"))
                .isEqualTo("nul \uFFFD lone \uFFFD line\nbreak pair \uD83D\uDE00");
        assertThat(error("x".repeat(10_000))).isEqualTo("x".repeat(10_000));
        assertThat(error("x".repeat(20_000))).isEqualTo("x".repeat(9_999) + "…");
        assertThat(error("x".repeat(9_998) + "\uD83D\uDE00 cut within the pair"))
                .isEqualTo("x".repeat(9_998) + "…");
    }

    private static String error(String words) {
        return new RecordFinish(KEY, 1, RecordState.FAILED_FINAL, null, words, null, Duration.ZERO).error();
    }

    @Test
    void aTextThatUtf8CannotSayIsNotKeptAsAnotherOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Codec.text().encode("paid \uD83D"))
                .withMessage("text must not have half a surrogate pair, but character 6 is U+D83D");
        assertThat(Codec.text().decode(Codec.text().encode("paid \uD83D\uDE00")))
                .isEqualTo("paid \uD83D\uDE00");
    }
}
