package dev.oncemore.jackson;

import dev.oncemore.json.SetOrder;
import java.util.Collection;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.WritableTypeId;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.jdk.CollectionSerializer;
import tools.jackson.databind.type.CollectionType;

/** Writes sets in {@link SetOrder}, with any version of Jackson 3, by handing its own serializers the sorted elements. */
final class SortedSets extends ValueSerializer<Collection<?>> {
    private final ValueSerializer<Collection<?>> elements;

    private SortedSets(ValueSerializer<Collection<?>> elements) {
        this.elements = elements;
    }

    static JacksonModule module() {
        return new SimpleModule("oncemore-sorted-sets").setSerializerModifier(new ValueSerializerModifier() {
            private static final long serialVersionUID = 1;

            @Override
            public ValueSerializer<?> modifyCollectionSerializer(
                    SerializationConfig config,
                    CollectionType type,
                    BeanDescription.Supplier description,
                    ValueSerializer<?> serializer) {
                return List.class.isAssignableFrom(type.getRawClass()) ? serializer : sorting(serializer);
            }
        });
    }

    @SuppressWarnings("unchecked") // the serializer of a collection type
    private static ValueSerializer<?> sorting(ValueSerializer<?> serializer) {
        return new SortedSets((ValueSerializer<Collection<?>>) serializer);
    }

    @Override
    public void resolve(SerializationContext context) {
        elements.resolve(context);
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, BeanProperty property) {
        return sorting(elements.createContextual(context, property));
    }

    @Override
    public void serialize(Collection<?> value, JsonGenerator generator, SerializationContext context) {
        elements.serialize(SetOrder.sorted(value), generator, context);
    }

    /** The type that is written is that of the set, not that of its sorted elements. */
    @Override
    public void serializeWithType(
            Collection<?> value, JsonGenerator generator, SerializationContext context, TypeSerializer types) {
        if (!(elements instanceof CollectionSerializer contents)) {
            elements.serializeWithType(value, generator, context, types);
            return;
        }
        WritableTypeId id = types.writeTypePrefix(generator, context, types.typeId(value, JsonToken.START_ARRAY));
        contents.serializeContents(SetOrder.sorted(value), generator, context);
        types.writeTypeSuffix(generator, context, id);
    }

    @Override
    public boolean isEmpty(SerializationContext context, Collection<?> value) {
        return elements.isEmpty(context, value);
    }

    @Override
    public Class<?> handledType() {
        return elements.handledType();
    }

    @Override
    public ValueSerializer<?> getDelegatee() {
        return elements;
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
        elements.acceptJsonFormatVisitor(visitor, type);
    }
}
