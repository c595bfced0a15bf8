package dev.oncemore.json;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The codecs of the types that were checked, up to a bound.
 *
 * @param <J> how the library represents a type
 * @param <C> the codec
 */
public final class Remembered<J, C> {
    /** Programs have fewer types; beyond the bound only the speed is lost. */
    private static final int SIZE_MAX = 2_000;

    private final Map<J, C> known = new ConcurrentHashMap<>();

    /** Returns the codec of this type, and makes it if it is not remembered. */
    public C get(J type, Function<J, C> checked) {
        C codec = known.get(type);
        if (codec == null) {
            codec = checked.apply(type);
            if (known.size() < SIZE_MAX) {
                known.put(type, codec);
            }
        }
        return codec;
    }

    /** An enum constant with a body has its own class, which is not the declared type. */
    public static Class<?> declared(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return above != null && above.isEnum() ? above : type;
    }
}
