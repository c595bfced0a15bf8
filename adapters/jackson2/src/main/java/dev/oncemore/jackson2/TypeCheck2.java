package dev.oncemore.jackson2;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import dev.oncemore.json.JsonTypeCheck;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks Jackson 2 for the serializers and deserializers of a type. */
final class TypeCheck2 extends JsonTypeCheck<JavaType> {
    private final SerializerProvider writing;
    private final DeserializationContext reading;
    private final Set<JsonDeserializer<?>> seen = new HashSet<>();

    TypeCheck2(ObjectMapper mapper, JavaType type) {
        super(type);
        this.writing = mapper.getSerializerProviderInstance();
        this.reading = ((DefaultDeserializationContext) mapper.getDeserializationContext())
                .createDummyInstance(mapper.getDeserializationConfig());
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
    @SuppressWarnings("NullAway") // Jackson allows that there is no property
    protected void requireWritableAndReadable(JavaType part) {
        try {
            if (!part.isAbstract()
                    && writing.isUnknownTypeSerializer(writing.findTypedValueSerializer(part, true, null))) {
                throw withoutProperties(part);
            }
            requireReadable(part, reading.findRootValueDeserializer(part), "");
        } catch (JsonMappingException e) {
            throw refusal(part, e.getOriginalMessage(), e);
        }
    }

    private void requireReadable(JavaType part, JsonDeserializer<?> deserializer, String at) {
        if (deserializer instanceof AbstractDeserializer) {
            throw withoutSubtype(part, at);
        }
        if (!(deserializer instanceof BeanDeserializerBase bean) || !seen.add(bean)) {
            return;
        }
        if (!bean.getValueInstantiator().canInstantiate()) {
            throw withoutConstructor(part, at);
        }
        for (Iterator<SettableBeanProperty> all = bean.properties(); all.hasNext(); ) {
            SettableBeanProperty one = all.next();
            if (one.hasValueDeserializer() && !one.hasValueTypeDeserializer()) {
                requireReadable(one.getType(), one.getValueDeserializer(), "at '" + one.getName() + "': ");
            }
        }
    }
}
