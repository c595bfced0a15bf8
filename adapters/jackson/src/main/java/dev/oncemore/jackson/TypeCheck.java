package dev.oncemore.jackson;

import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks whether a type can be written and read back, as far as possible without a value: the type itself, its
 * contents, and the properties that are read into it. Problems behind a declared supertype appear only when a value is
 * written.
 */
final class TypeCheck {
    /** Jackson would write the visible properties of these, which are not the value they represent. */
    private static final List<Class<?>> NOT_VALUES =
            List.of(Future.class, CompletionStage.class, AutoCloseable.class, Iterator.class, Thread.class);

    private final JavaType type;
    private final SerializationContext writing;
    private final DeserializationContext reading;
    private final Set<ValueDeserializer<?>> seen = new HashSet<>();

    TypeCheck(JsonMapper mapper, JavaType type) {
        this.type = type;
        this.writing = mapper._serializationContext();
        this.reading = mapper._deserializationContext();
    }

    void requireKeepable() {
        require(type);
    }

    private void require(JavaType part) {
        for (Class<?> notAValue : NOT_VALUES) {
            if (notAValue.isAssignableFrom(part.getRawClass())) {
                throw refusal(
                        part, "it is a " + notAValue.getSimpleName() + ", not a value; return what it yields", null);
            }
        }
        if (part.getContentType() != null) {
            require(part.getContentType());
        }
        if (part.isJavaLangObject()) {
            return;
        }
        try {
            requireWritable(part);
            requireReadable(part, reading.findRootValueDeserializer(part), "");
        } catch (JacksonException e) {
            throw refusal(part, String.valueOf(e.getOriginalMessage()), e);
        }
    }

    private void requireWritable(JavaType part) {
        if (!part.isAbstract() && writing.isUnknownTypeSerializer(writing.findTypedValueSerializer(part, true))) {
            throw refusal(
                    part, "it has no properties: make it a record, or give it getters or Jackson's annotations", null);
        }
    }

    private void requireReadable(JavaType part, ValueDeserializer<?> deserializer, String at) {
        if (deserializer instanceof AbstractDeserializer) {
            throw refusal(
                    part,
                    at + "it is abstract, and nothing would tell which subtype to read back: add @JsonTypeInfo",
                    null);
        }
        if (deserializer instanceof BeanDeserializerBase bean && seen.add(bean)) {
            if (!bean.getValueInstantiator().canInstantiate()) {
                throw refusal(
                        part,
                        at + "there is no way to make one when it is read back: make it a record, or give it"
                                + " a constructor without parameters or with @JsonCreator",
                        null);
            }
            Iterator<SettableBeanProperty> properties = bean.properties();
            while (properties.hasNext()) {
                SettableBeanProperty property = properties.next();
                if (property.hasValueDeserializer() && !property.hasValueTypeDeserializer()) {
                    requireReadable(
                            property.getType(), property.getValueDeserializer(), "at '" + property.getName() + "': ");
                }
            }
        }
    }

    private IllegalArgumentException refusal(JavaType part, String rule, @Nullable Throwable cause) {
        String name = type.toCanonical();
        String of = part.equals(type) ? "" : " (because of " + part.toCanonical() + ")";
        return new IllegalArgumentException("values of " + name + " cannot be kept as JSON" + of + ": " + rule, cause);
    }
}
