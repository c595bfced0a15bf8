package dev.oncemore.json;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a type can be written and read back, as far as possible without a value: the type itself, its
 * contents, and the properties that are read into it. Problems behind a declared supertype appear only when a value is
 * written.
 *
 * @param <J> how the library represents a type
 */
public abstract class JsonTypeCheck<J> {
    /** Jackson would write the visible properties of these, which are not the value they represent. */
    private static final List<Class<?>> NOT_VALUES =
            List.of(Future.class, CompletionStage.class, AutoCloseable.class, Iterator.class, Thread.class);

    private final J type;

    /** Creates the check of one type. */
    protected JsonTypeCheck(J type) {
        this.type = type;
    }

    /** The class of a type. */
    protected abstract Class<?> rawClass(J part);

    /** The elements of a collection, an array or an optional value, or the values of a map; null for other types. */
    protected abstract @Nullable J contents(J part);

    /** The type as text, with its type arguments. */
    protected abstract String name(J part);

    /** Throws a {@link #refusal} if the type cannot be written or read back. */
    protected abstract void requireWritableAndReadable(J part);

    /**
     * Checks the type.
     *
     * @throws IllegalArgumentException if it cannot be kept; the message states why
     */
    public final void requireKeepable() {
        require(type);
    }

    private void require(J part) {
        for (Class<?> notAValue : NOT_VALUES) {
            if (notAValue.isAssignableFrom(rawClass(part))) {
                throw refusal(
                        part, "it is a " + notAValue.getSimpleName() + ", not a value; return what it yields", null);
            }
        }
        J contents = contents(part);
        if (contents != null) {
            require(contents);
        }
        if (rawClass(part) != Object.class) {
            requireWritableAndReadable(part);
        }
    }

    /** The type would be written as an empty object. */
    protected final IllegalArgumentException withoutProperties(J part) {
        return refusal(
                part, "it has no properties: make it a record, or give it getters or Jackson's annotations", null);
    }

    /** The type is abstract, at this place of the checked one. */
    protected final IllegalArgumentException withoutSubtype(J part, String at) {
        return refusal(
                part,
                at + "it is abstract, and nothing would tell which subtype to read back: add @JsonTypeInfo",
                null);
    }

    /** The type cannot be created, at this place of the checked one. */
    protected final IllegalArgumentException withoutConstructor(J part, String at) {
        return refusal(
                part,
                at + "there is no way to make one when it is read back: make it a record, or give it"
                        + " a constructor without parameters or with @JsonCreator",
                null);
    }

    /** A refusal with this reason. */
    protected final IllegalArgumentException refusal(J part, @Nullable String rule, @Nullable Throwable cause) {
        String of = part.equals(type) ? "" : " (because of " + name(part) + ")";
        return new IllegalArgumentException(
                "values of " + name(type) + " cannot be kept as JSON" + of + ": " + rule, cause);
    }
}
