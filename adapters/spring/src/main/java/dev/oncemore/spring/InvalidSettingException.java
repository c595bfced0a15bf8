package dev.oncemore.spring;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A property, or the value of an annotation, that the application cannot start with. */
final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String reason;

    /**
     * Creates it.
     *
     * @param place the name of the property, or the annotated method
     * @param reason what is wrong with it, and what is allowed
     */
    InvalidSettingException(String place, String reason, @Nullable Throwable cause) {
        super(place + ": " + reason, cause);
        this.place = place;
        this.reason = reason;
    }

    /** Applies the value of a property, if there is one, to settings that check it. */
    static <S, V> S apply(S settings, String property, @Nullable V value, Function<? super V, S> change) {
        if (value == null) {
            return settings;
        }
        try {
            return change.apply(value);
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(property, String.valueOf(e.getMessage()), e);
        }
    }

    String place() {
        return place;
    }

    String reason() {
        return reason;
    }
}
