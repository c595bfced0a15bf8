package dev.oncemore.once.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                " [ 1 , 2 ]            | [1,2]",
                "{\"b\" : 1, \"a\" : 2}| {\"a\":2,\"b\":1}",
                "{\"a\":1,\"aa\":2,\"\":0}        | {\"\":0,\"a\":1,\"aa\":2}",
                "{\"longernameB\":1,\"longername\":2,\"longernameA\":3,\"longerna\":4} "
                        + "| {\"longerna\":4,\"longername\":2,\"longernameA\":3,\"longernameB\":1}",
                "{\"\uffee\":1,\"\ud83d\ude00\":2,\"\u00e9\":3,\"z\":4} "
                        + "| {\"z\":4,\"\u00e9\":3,\"\uffee\":1,\"\ud83d\ude00\":2}",
                "{\"a\":1,\"\\\"\":2,\"Z\":3}      | {\"Z\":3,\"\\\"\":2,\"a\":1}",
                "\"\\u0022\\u005c\\u002F\\u0008\\u0009\\u000A\\u000c\\u000D\\u0000\\u007f\" "
                        + "| \"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\u007f\"",
                "\"\\u00e9\\u20AC\\ud83d\\ude00\"  | \"\u00e9\u20ac\ud83d\ude00\"",
                "0                     | 0",
                "-0.00e-5              | 0",
                "10                    | 10",
                "-120.50               | -120.5",
                "0.05                  | 0.05",
                "0.500                 | 0.5",
                "1.5e3                 | 1500",
                "12e-2                 | 0.12",
                "1.0e0                 | 1",
                "1E400                 | 1e400",
                "1e00002               | 100",
                "700.00                | 700",
                "5000.0                | 5e3",
                "1500                  | 1500",
                "15000                 | 15e3",
                "0.005                 | 5e-3",
                "1.25e-7               | 125e-9",
                "0.00123456789         | 0.00123456789",
                "9007199254740993      | 9007199254740993",
            })
    void spells(String document, String canonical) {
        assertThat(canonical(document.strip())).isEqualTo(canonical.strip());
    }

    @Test
    void numbersAreThoseOfBigDecimal() {
        long seed = System.nanoTime();
        RandomGenerator random = new SplittableRandom(seed);
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            numbers.add(number(random));
        }
        for (int i = 1; i < numbers.size(); i++) {
            String one = numbers.get(i - 1);
            String other = numbers.get(i);
            String canonical = canonical(one);
            BigDecimal value = new BigDecimal(one);
            assertThat(canonical)
                    .as("%s, seed %s", one, seed)
                    .isEqualTo(expected(value))
                    .isEqualTo(canonical(canonical))
                    .hasSizeLessThanOrEqualTo(one.length());
            assertThat(canonical.equals(canonical(other)))
                    .as("%s and %s, seed %s", one, other, seed)
                    .isEqualTo(value.compareTo(new BigDecimal(other)) == 0);
        }
    }

    private static String expected(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        if (stripped.signum() == 0) {
            return "0";
        }
        String plain = stripped.toPlainString();
        String withExponent = stripped.unscaledValue() + (stripped.scale() == 0 ? "" : "e" + -stripped.scale());
        return plain.length() <= withExponent.length() ? plain : withExponent;
    }

    /** Few different digits and exponents, so that some are equal to the next. */
    private static String number(RandomGenerator random) {
        StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
        if (random.nextInt(3) == 0) {
            text.append('0');
        } else {
            text.append((char) ('1' + random.nextInt(2)));
            digits(text, random, random.nextInt(3));
        }
        if (random.nextBoolean()) {
            text.append('.');
            digits(text, random, 1 + random.nextInt(random.nextInt(10) == 0 ? 30 : 3));
        }
        if (random.nextInt(3) == 0) {
            text.append(random.nextBoolean() ? 'e' : 'E')
                    .append(List.of("", "+", "-").get(random.nextInt(3)));
            digits(text, random, random.nextInt(3));
            text.append((char) ('0' + random.nextInt(10)));
        }
        return text.toString();
    }

    private static void digits(StringBuilder text, RandomGenerator random, int count) {
        for (int i = 0; i < count; i++) {
            text.append("000125".charAt(random.nextInt(6)));
        }
    }

    @Test
    void sortsObjectsOfAnySize() {
        long seed = System.nanoTime();
        for (int count : new int[] {1, 2, 3, 15, 16, 17, 18, 31, 32, 33, 34, 64, 65, 1_000, 20_000}) {
            List<String> members = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                members.add("\"%s%06d\":{\"%d\":\"%s\"}"
                        .formatted(i % 3 == 0 ? "a common prefix" : "", i, i, "x".repeat(i % 20)));
            }
            Collections.sort(members);
            String sorted = "{" + String.join(",", members) + "}";
            assertThat(canonical(sorted)).isEqualTo(sorted);
            Collections.reverse(members);
            assertThat(canonical("{" + String.join(",", members) + "}")).isEqualTo(sorted);
            Collections.shuffle(members, new Random(seed));
            assertThat(canonical("{" + String.join(" , ", members) + "}"))
                    .as("%s members, seed %s", count, seed)
                    .isEqualTo(sorted);
        }
    }

    @Test
    void sortsAroundWhatIsSortedInside() {
        String document = "1";
        String sorted = "1";
        for (int i = 0; i < 120; i++) {
            document = "{\"b\":" + document + ",\"a\":[],\"c\":" + i % 10 + "}";
            sorted = "{\"a\":[],\"b\":" + sorted + ",\"c\":" + i % 10 + "}";
        }
        assertThat(canonical(document)).isEqualTo(sorted);
    }

    @Test
    void noSpellingIsShorterThanTheCanonicalOne() {
        for (String number : List.of("1.5", "10", "0.5", "-1.5", "1.05", "9.9", "0.1")) {
            assertThat(canonical(number)).isEqualTo(expected(new BigDecimal(number)));
            String array = "[" + (number + ",").repeat(10_000) + number + "]";
            assertThat(canonical(array)).hasSizeLessThanOrEqualTo(array.length());
        }
    }

    @Test
    void isTheDocumentItself_whenThereIsNothingToChange() {
        String document = "{\"a\":[1,-2.5,1e9,\"\\n\\\"\u00e9\"],\"b\":{},\"c\":null}";

        assertThat(canonical(document)).isEqualTo(document);
    }

    @Test
    void namesThatBeginAlikeAreSorted_whateverIsSpelledDifferentlyAroundThem() {
        assertThat(canonical(
                        "{ \"customerB\" : 1.0 , \"customer\\u0041\":[ { \"customer2\":2.0,\"customer10\" :1 } ]}"))
                .isEqualTo("{\"customerA\":[{\"customer10\":1,\"customer2\":2}],\"customerB\":1}");
        assertThat(canonical("{\"\\u0063ustomer\":1,\"customer\\/\":2,\"customer\\n\":3, \"customer \":4}"))
                .isEqualTo("{\"customer\":1,\"customer \":4,\"customer/\":2,\"customer\\n\":3}");
    }

    @Test
    void manyObjectsNotInOrderWithinEachOtherTakeNoLongerThanTheirSize() {
        String document = "\"" + "x".repeat(1_000_000) + "\"";
        String sorted = document;
        for (int i = 0; i < 120; i++) {
            document = "{\"b\":" + document + ",\"a\":0}";
            sorted = "{\"a\":0,\"b\":" + sorted + "}";
        }
        assertThat(canonical(document)).isEqualTo(sorted);
    }

    static String canonical(String document) {
        CanonicalJson json = CanonicalJson.of(document.getBytes(UTF_8), Integer.MAX_VALUE);
        return new String(json.bytes(), 0, json.length(), UTF_8);
    }
}
