package dev.oncemore.testkit.once;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.OncemoreException;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Codecs;
import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.Outcome;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.once.record.Key;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Codecs that keep values as JSON: exact, stable over time and on every JVM, and with a refusal before the effect of a
 * type that cannot be kept. Codecs that pass read what the others have written.
 */
// Null is a value that codecs must keep. Subclasses make their codecs without any state of their own.
@SuppressWarnings({"NullAway", "this-escape"})
public abstract class JsonCodecsConformance {
    private final Codecs codecs = codecs();

    /** The codecs under test. */
    protected abstract Codecs codecs();

    /** Their codec of a generic type. */
    protected abstract Codec<?> codecOf(Type type);

    /** Encodes and decodes a value. */
    protected static <T extends @Nullable Object> T thereAndBack(Codec<T> codec, T value) {
        return codec.decode(codec.encode(value));
    }

    private <T> T thereAndBack(Class<T> type, T value) {
        return thereAndBack(codecs.of(type), value);
    }

    /** The JSON of a value. */
    protected static <T extends @Nullable Object> String text(Codec<T> codec, T value) {
        return new String(codec.encode(value), StandardCharsets.UTF_8);
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked") // the codec is made for this very type
    private <T> Codec<T> of(Generic<T> type) {
        return (Codec<T>) codecOf(type.type());
    }

    /** Captures the type argument of its anonymous subclass. */
    @SuppressWarnings("unused") // the parameter is read by reflection
    private abstract static class Generic<T> {
        Type type() {
            return ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
        }
    }

    @Nested
    class AValueThatIsKept {
        @Test
        void isEqualToItself_whenItIsARecord() {
            Invoice invoice = new Invoice(
                    "請求書 \uD83D\uDE00 \"1\"",
                    new BigDecimal("10.50"),
                    BigInteger.TWO.pow(200).add(BigInteger.ONE),
                    9_007_199_254_740_993L,
                    Optional.of("p-1"),
                    Optional.empty(),
                    List.of(new Line("a", 1), new Line("b", 2)),
                    Map.of("k", new Line("c", 3)),
                    Status.PAID,
                    new byte[] {0, -1, 127});

            Invoice read = thereAndBack(Invoice.class, invoice);

            assertThat(read).usingRecursiveComparison().isEqualTo(invoice);
            assertThat(read.amount().scale()).isEqualTo(2);
        }

        @Test
        void isJsonInUtf8() {
            assertThat(text(codecs.of(Line.class), new Line("é", 1))).isEqualTo("{\"item\":\"é\",\"count\":1}");
        }

        @Test
        void mayBeNull() {
            assertThat(text(codecs.of(Line.class), null)).isEqualTo("null");
            assertThat(thereAndBack(Line.class, null)).isNull();
            assertThat(thereAndBack(String.class, null)).isNull();
            assertThat(thereAndBack(Void.class, null)).isNull();
        }

        @Test
        void mayBeOptional() {
            Codec<Optional<Line>> codec = of(new Generic<Optional<Line>>() {});

            assertThat(thereAndBack(codec, Optional.of(new Line("a", 1)))).contains(new Line("a", 1));
            assertThat(thereAndBack(codec, Optional.empty())).isEmpty();
        }

        @Test
        void mayBeOfAGenericType() {
            Codec<Map<String, List<Line>>> byReference = of(new Generic<Map<String, List<Line>>>() {});

            assertThat(thereAndBack(byReference, Map.of("x", List.of(new Line("a", 1)))))
                    .containsEntry("x", List.of(new Line("a", 1)));
        }

        @Test
        void mayBeAPlainTextNumberOrArray() {
            assertThat(text(codecs.of(String.class), "a\"b")).isEqualTo("\"a\\\"b\"");
            assertThat(thereAndBack(String.class, "a\"b")).isEqualTo("a\"b");
            assertThat(thereAndBack(String.class, "half a \uD83D pair")).isEqualTo("half a \uD83D pair");
            assertThat(thereAndBack(int.class, 7)).isEqualTo(7);
            assertThat(thereAndBack(Long.class, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
            assertThat(thereAndBack(boolean.class, true)).isTrue();
            assertThat(thereAndBack(int[].class, new int[] {1, 2})).containsExactly(1, 2);
            assertThat(thereAndBack(byte[].class, new byte[] {1, -2})).containsExactly(1, -2);
        }
    }

    @Nested
    class Numbers {
        @Test
        void areExact_beyond2To53AndInAnyScale() {
            assertThat(thereAndBack(long.class, 9_007_199_254_740_993L)).isEqualTo(9_007_199_254_740_993L);
            for (String decimal :
                    List.of("0.1", "1.10", "1E+400", "-0.000", "1E-400", "12345678901234567890.123456789")) {
                assertThat(thereAndBack(BigDecimal.class, new BigDecimal(decimal)))
                        .isEqualTo(new BigDecimal(decimal));
            }
        }

        @Test
        void areExact_whenTheyHaveNoTypeOfTheirOwn() {
            Map<String, Object> value = Map.of(
                    "decimal", new BigDecimal("0.10"),
                    "integer", new BigInteger("123456789012345678901234567890"),
                    "long", 9_007_199_254_740_993L);

            assertThat(thereAndBack(of(new Generic<Map<String, Object>>() {}), value))
                    .isEqualTo(value);
            assertThat(thereAndBack(Object.class, value)).isEqualTo(value);
        }

        @Test
        void areReadAtAnyLengthThatWasWritten() {
            BigInteger large = BigInteger.TEN.pow(5_000);

            assertThat(thereAndBack(BigInteger.class, large)).isEqualTo(large);
        }

        @Test
        void mayBeNoNumbers() {
            assertThat(thereAndBack(double.class, Double.NaN)).isNaN();
            assertThat(thereAndBack(Double.class, Double.NEGATIVE_INFINITY)).isEqualTo(Double.NEGATIVE_INFINITY);
        }
    }

    @Nested
    class Times {
        @Test
        void areIsoTexts() {
            assertThat(text(codecs.of(Instant.class), Instant.parse("2026-01-31T23:59:59.123456789Z")))
                    .isEqualTo("\"2026-01-31T23:59:59.123456789Z\"");
            assertThat(text(codecs.of(LocalDate.class), LocalDate.of(2026, 1, 31)))
                    .isEqualTo("\"2026-01-31\"");
            assertThat(text(codecs.of(Duration.class), Duration.ofMinutes(90))).isEqualTo("\"PT1H30M\"");
        }

        @Test
        void keepTheirOffsetAndZone() {
            OffsetDateTime offset = OffsetDateTime.parse("2026-01-31T09:00:00+09:00");
            ZonedDateTime zoned = ZonedDateTime.parse("2026-01-31T09:00:00+09:00[Asia/Tokyo]");

            assertThat(thereAndBack(OffsetDateTime.class, offset)).isEqualTo(offset);
            assertThat(thereAndBack(OffsetDateTime.class, offset).getOffset()).isEqualTo(offset.getOffset());
            assertThat(thereAndBack(ZonedDateTime.class, zoned).getZone()).isEqualTo(zoned.getZone());
            assertThat(thereAndBack(ZonedDateTime.class, ZonedDateTime.parse("2026-01-31T09:00:00Z[UTC]"))
                            .getZone())
                    .hasToString("UTC");
            assertThat(thereAndBack(Instant.class, Instant.MAX)).isEqualTo(Instant.MAX);
            assertThat(thereAndBack(YearMonth.class, YearMonth.of(2026, 2))).isEqualTo(YearMonth.of(2026, 2));
        }
    }

    @Nested
    class AnotherReleaseOfTheProgram {
        @Test
        void readsWhatHadMoreProperties() {
            assertThat(codecs.of(Line.class).decode(json("{\"item\":\"a\",\"count\":1,\"colour\":{\"r\":1}}")))
                    .isEqualTo(new Line("a", 1));
        }

        @Test
        void readsWhatHadFewerProperties() {
            assertThat(codecs.of(Line.class).decode(json("{\"item\":\"a\"}"))).isEqualTo(new Line("a", 0));
            assertThat(codecs.of(Line.class).decode(json("{}"))).isEqualTo(new Line(null, 0));
        }

        @Test
        void readsEnumsByName_regardlessOfToString() {
            assertThat(text(codecs.of(Status.class), Status.PAID)).isEqualTo("\"PAID\"");
            assertThat(thereAndBack(Status.class, Status.OPEN)).isEqualTo(Status.OPEN);
        }

        @Test
        void isToldWhereTheTypesDiffer_butNotWhatStoodThere() {
            assertThatExceptionOfType(OncemoreException.class)
                    .isThrownBy(() -> codecs.of(Line.class).decode(json("{\"item\":\"a\",\"count\":\"secret\"}")))
                    .withMessageContaining("cannot be read as " + Line.class.getName())
                    .withMessageContaining("\"count\"")
                    .withMessageNotContaining("secret");
            assertThatExceptionOfType(OncemoreException.class)
                    .isThrownBy(() -> codecs.of(Line.class).decode(json("{\"item\":\"a\"} trailing")));
        }
    }

    @Nested
    class ATypeThatCannotBeKept {
        @Test
        void isRefusedWhenItsCodecIsAskedFor_whenItHasNoProperties() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codecs.of(Opaque.class))
                    .withMessageContaining(Opaque.class.getName())
                    .withMessageContaining("it has no properties");
        }

        @Test
        void isRefused_whenItIsAbstractAndNothingTellsItsSubtypesApart() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codecs.of(Shape.class))
                    .withMessageContaining(Shape.class.getName())
                    .withMessageContaining("add @JsonTypeInfo");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codecs.of(Drawing.class))
                    .withMessageContaining(Drawing.class.getName())
                    .withMessageContaining("at 'shape': it is abstract");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> of(new Generic<List<Shape>>() {}))
                    .withMessageContaining("because of " + Shape.class.getName());
        }

        @Test
        void isRefused_whenItCannotBeMade() {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codecs.of(WithoutConstructor.class))
                    .withMessageContaining(WithoutConstructor.class.getName())
                    .withMessageContaining("no way to make one");
        }

        @ParameterizedTest
        @ValueSource(
                classes = {InputStream.class, CompletableFuture.class, java.util.stream.Stream.class, Thread.class})
        void isRefused_whenItIsNotAValue(Class<?> type) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codecs.of(type))
                    .withMessageContaining(type.getName())
                    .withMessageContaining("not a value");
        }

        @Test
        void isRefusedBeforeTheEffectRuns() {
            Once once =
                    Once.on(new InMemoryRecordStore(), OnceSettings.standard().codecs(codecs));
            AtomicInteger effects = new AtomicInteger();

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> once.operation("test", Opaque.class)
                            .build()
                            .key(key("a"))
                            .run(new Line("a", 1), claim -> {
                                effects.incrementAndGet();
                                return new Opaque(1);
                            }));

            assertThat(effects).hasValue(0);
        }

        @Test
        void isNamedWithItsRule_whenOnlyTheValueShowsIt() {
            Codec<Object> codec = codecs.of(Object.class);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codec.encode(Map.of("a", new Opaque(1))))
                    .withMessageContaining("cannot be written as JSON")
                    .withMessageContaining(Opaque.class.getName());
        }
    }

    @Nested
    class APayload {
        private final Once once =
                Once.on(new InMemoryRecordStore(), OnceSettings.standard().codecs(codecs));

        @Test
        void isTheSame_howeverItsSetsAndMapsAreOrdered() {
            Map<String, Object> one = Map.of("set", new LinkedHashSet<>(List.of("a", "b", "c")), "status", Status.PAID);
            Map<String, Object> other =
                    Map.of("status", Status.PAID, "set", new LinkedHashSet<>(List.of("c", "a", "b")));

            once.operation("test", Line.class)
                    .build()
                    .key(key("a"))
                    .run(one, claim -> new Line("a", 1))
                    .require();

            assertThat(once.operation("test", Line.class).build().key(key("a")).run(other, claim -> new Line("b", 2)))
                    .isEqualTo(new Outcome.Done<>(new Line("a", 1), true));
        }

        @Test
        void mayBeOfTheUsualTypes() {
            List<Object> payloads = List.of(
                    Map.of("a", 1),
                    Map.of(),
                    List.of(1),
                    List.of(1, 2, 3),
                    Set.of(1),
                    "text",
                    7,
                    new Line("a", 1),
                    Optional.of(1),
                    Status.PAID,
                    new Nothing());
            for (int i = 0; i < payloads.size(); i++) {
                assertThat(once.operation("test", String.class)
                                .build()
                                .key(key("k" + i))
                                .run(payloads.get(i), claim -> "done"))
                        .isEqualTo(new Outcome.Done<>("done", false));
            }
        }
    }

    @Test
    void aCodecIsCheckedOnce_andThenRemembered() {
        assertThat(codecs.of(Line.class)).isSameAs(codecs.of(Line.class));
    }

    private static Key key(String value) {
        return Key.of("acme", "test", value);
    }

    record Line(@Nullable String item, int count) {}

    record Nothing() {}

    @SuppressWarnings("ArrayRecordComponent") // compared field by field
    record Invoice(
            String number,
            BigDecimal amount,
            BigInteger large,
            long beyondDoubles,
            Optional<String> payment,
            Optional<String> nothing,
            List<Line> lines,
            Map<String, Line> byName,
            Status status,
            byte[] bytes) {}

    /** With a constant that is a class of its own, and a text that is no name. */
    enum Status {
        OPEN,
        PAID {
            @Override
            boolean isOver() {
                return true;
            }
        };

        boolean isOver() {
            return false;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT) + "!";
        }
    }

    static final class Opaque {
        private final int hidden;

        Opaque(int hidden) {
            this.hidden = hidden;
        }

        int reveal() {
            return hidden;
        }
    }

    interface Shape {
        double area();
    }

    record Drawing(String name, Shape shape) {}

    static final class WithoutConstructor {
        private final int size;

        private WithoutConstructor(int size, int factor) {
            this.size = size * factor;
        }

        static WithoutConstructor ofSize(int size) {
            return new WithoutConstructor(size, 1);
        }

        public int getSize() {
            return size;
        }
    }
}
