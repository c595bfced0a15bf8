package dev.oncemore.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Codecs;
import dev.oncemore.testkit.once.JsonCodecsConformance;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.PackageVersion;
import tools.jackson.databind.json.JsonMapper;

/** Runs with the oldest supported version and with the newest. */
class JacksonCodecsTest extends JsonCodecsConformance {
    private final JacksonCodecs codecs = JacksonCodecs.standard();

    @Override
    protected Codecs codecs() {
        return JacksonCodecs.standard();
    }

    @Override
    protected Codec<?> codecOf(Type type) {
        return codecs.of(new TypeReference<Object>() {
            @Override
            public Type getType() {
                return type;
            }
        });
    }

    @Test
    void runsWithTheVersionThatTheBuildSays() {
        assertThat(PackageVersion.VERSION).hasToString(System.getProperty("oncemore.jackson.expected"));
    }

    @Test
    void aTypeMayBeAReferenceOrAJavaType() {
        Codec<List<Part>> byReference = codecs.of(new TypeReference<List<Part>>() {});
        Codec<List<Part>> byJavaType = codecs.of(
                JsonMapper.builder().build().getTypeFactory().constructCollectionType(List.class, Part.class));

        assertThat(thereAndBack(byReference, List.of(new Part("a")))).containsExactly(new Part("a"));
        assertThat(thereAndBack(byJavaType, List.of(new Part("a")))).containsExactly(new Part("a"));
    }

    @Test
    void aSealedTypeIsReadAsTheSubtypeItWas() {
        Codec<Answer> codec = codecs.of(Answer.class);

        assertThat(thereAndBack(codec, new Accepted("p-1"))).isEqualTo(new Accepted("p-1"));
        assertThat(thereAndBack(codec, new Refused())).isEqualTo(new Refused());
        assertThat(thereAndBack(codecs.of(new TypeReference<List<Answer>>() {}), List.of(new Refused())))
                .containsExactly(new Refused());
    }

    @Test
    void aTreeKeepsItsDecimals() {
        JsonNode tree = codecs.of(JsonNode.class).decode("{\"a\":0.10}".getBytes(StandardCharsets.UTF_8));

        assertThat(tree.get("a").decimalValue()).isEqualTo(new BigDecimal("0.10"));
    }

    @Test
    void aSetIsSortedEverywhere() {
        Set<String> words = new LinkedHashSet<>(List.of("c", "a", "b"));
        Numbers typed = new Numbers();
        typed.addAll(List.of(3, 1, 2));

        assertThat(text(codecs.of(Bag.class), new Bag(words, typed)))
                .isEqualTo("{\"words\":[\"a\",\"b\",\"c\"],\"typed\":[\"Numbers\",[1,2,3]]}");
        assertThat(thereAndBack(codecs.of(Bag.class), new Bag(words, typed))).isEqualTo(new Bag(words, typed));
    }

    @Test
    void aSetOfThingsWithoutAnOrderIsWrittenAsItIs() {
        Set<Object> things = new LinkedHashSet<>(List.of("b", 1, "a"));

        assertThat(text(codecs.of(Object.class), things)).isEqualTo("[\"b\",1,\"a\"]");
    }

    @Test
    void aMapperOfTheUsersOwnIsUsedAsItIs() {
        JsonMapper indenting =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

        assertThat(text(JacksonCodecs.of(indenting).of(Part.class), new Part("a")))
                .contains("\n");
    }

    @Test
    void aCreatorIsAWayToMakeOne() {
        assertThat(thereAndBack(codecs.of(Made.class), Made.of(3)).getSize()).isEqualTo(3);
    }

    @Test
    void aRefusalOfJacksonsOwnIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codecs.of(Contradictory.class))
                .withMessageContaining("cannot be kept as JSON")
                .withMessageContaining("same");
    }

    record Part(String name) {}

    record Bag(Set<String> words, Shelf typed) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Numbers.class))
    interface Shelf {}

    static final class Numbers extends LinkedHashSet<Integer> implements Shelf {
        private static final long serialVersionUID = 1;
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME)
    sealed interface Answer permits Accepted, Refused {}

    record Accepted(String id) implements Answer {}

    record Refused() implements Answer {}

    static final class Contradictory {
        @JsonProperty("same")
        public int one() {
            return 1;
        }

        @JsonProperty("same")
        public int other() {
            return 2;
        }
    }

    static final class Made {
        private final int size;

        private Made(int size) {
            this.size = size;
        }

        @JsonCreator
        static Made of(@JsonProperty("size") int size) {
            return new Made(size);
        }

        public int getSize() {
            return size;
        }
    }
}
