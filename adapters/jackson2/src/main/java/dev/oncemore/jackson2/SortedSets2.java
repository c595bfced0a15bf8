package dev.oncemore.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.WritableTypeId;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.CollectionSerializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import dev.oncemore.json.SetOrder;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** Writes sets in {@link SetOrder}, by handing the serializers of Jackson 2 the sorted elements. */
final class SortedSets2 extends JsonSerializer<Collection<?>> implements ContextualSerializer {
    private final JsonSerializer<Collection<?>> elements;

    private SortedSets2(JsonSerializer<Collection<?>> elements) {
        this.elements = elements;
    }

    static Module module() {
        return new SimpleModule("oncemore-sorted-sets").setSerializerModifier(new BeanSerializerModifier() {
            private static final long serialVersionUID = 1;

            @Override
            public JsonSerializer<?> modifyCollectionSerializer(
                    SerializationConfig config,
                    CollectionType type,
                    BeanDescription description,
                    JsonSerializer<?> serializer) {
                return List.class.isAssignableFrom(type.getRawClass()) ? serializer : sorting(serializer);
            }
        });
    }

    @SuppressWarnings("unchecked") // the serializer of a collection type
    private static JsonSerializer<?> sorting(JsonSerializer<?> serializer) {
        return new SortedSets2((JsonSerializer<Collection<?>>) serializer);
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, BeanProperty property)
            throws JsonMappingException {
        return elements instanceof ContextualSerializer contextual
                ? sorting(contextual.createContextual(provider, property))
                : this;
    }

    @Override
    public void serialize(Collection<?> value, JsonGenerator generator, SerializerProvider provider)
            throws IOException {
        elements.serialize(SetOrder.sorted(value), generator, provider);
    }

    /** The type that is written is that of the set, not that of its sorted elements. */
    @Override
    public void serializeWithType(
            Collection<?> value, JsonGenerator generator, SerializerProvider provider, TypeSerializer types)
            throws IOException {
        if (!(elements instanceof CollectionSerializer contents)) {
            elements.serializeWithType(value, generator, provider, types);
            return;
        }
        WritableTypeId id = types.writeTypePrefix(generator, types.typeId(value, JsonToken.START_ARRAY));
        contents.serializeContents(SetOrder.sorted(value), generator, provider);
        types.writeTypeSuffix(generator, id);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Collection<?> value) {
        return elements.isEmpty(provider, value);
    }

    @Override
    @SuppressWarnings("unchecked") // the class of any collection
    public Class<Collection<?>> handledType() {
        return (Class<Collection<?>>) (Class<?>) Collection.class;
    }

    @Override
    public JsonSerializer<?> getDelegatee() {
        return elements;
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) throws JsonMappingException {
        elements.acceptJsonFormatVisitor(visitor, type);
    }
}
