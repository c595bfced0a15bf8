package dev.oncemore.jackson;

import dev.oncemore.json.JsonTypeCheck;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
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

/** Asks Jackson 3 for the serializers and deserializers of a type. */
final class TypeCheck extends JsonTypeCheck<JavaType> {
    private final SerializationContext writing;
    private final DeserializationContext reading;
    private final Set<ValueDeserializer<?>> seen = new HashSet<>();

    TypeCheck(JsonMapper mapper, JavaType type) {
        super(type);
        this.writing = mapper._serializationContext();
        this.reading = mapper._deserializationContext();
    }

    @Override
    protected Class<?> rawClass(JavaType part) {
        return part.getRawClass();
    }

    @Override
    protected @Nullable JavaType contents(JavaType part) {
        return part.getContentType();
    }

    @Override
    protected String name(JavaType part) {
        return part.toCanonical();
    }

    @Override
    protected void requireWritableAndReadable(JavaType part) {
        try {
            if (!part.isAbstract() && writing.isUnknownTypeSerializer(writing.findTypedValueSerializer(part, true))) {
                throw withoutProperties(part);
            }
            requireReadable(part, reading.findRootValueDeserializer(part), "");
        } catch (JacksonException e) {
            throw refusal(part, e.getOriginalMessage(), e);
        }
    }

    private void requireReadable(JavaType part, ValueDeserializer<?> deserializer, String at) {
        if (deserializer instanceof AbstractDeserializer) {
            throw withoutSubtype(part, at);
        }
        if (deserializer instanceof BeanDeserializerBase bean && seen.add(bean)) {
            if (!bean.getValueInstantiator().canInstantiate()) {
                throw withoutConstructor(part, at);
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
}
