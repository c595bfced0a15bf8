package dev.oncemore.observe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Values by name, up to a number of names: later ones share {@link #OTHER}. Names generated per call thus cost
 * accuracy, but neither memory nor space in the metrics store.
 *
 * @param <T> the type of the value per name
 */
public final class BoundedNames<T> {
    /** The name shared by all names beyond the bound. */
    public static final String OTHER = "other";

    private static final int MOST = 100_000;

    private final int namesMax;
    private final Function<String, T> factory;
    private final Map<String, T> byName = new ConcurrentHashMap<>();

    /** Creates values for this many names, 1 to 100,000, each at the first use of its name. */
    public BoundedNames(int namesMax, Function<String, T> factory) {
        if (namesMax < 1 || namesMax > MOST) {
            throw new IllegalArgumentException("namesMax must be between 1 and " + MOST + ", but is " + namesMax);
        }
        this.namesMax = namesMax;
        this.factory = factory;
    }

    /** The value of this name, or the shared one. */
    public T get(String name) {
        T known = byName.get(name);
        return known != null ? known : add(name);
    }

    private T add(String name) {
        // Concurrent first uses may exceed the bound by a few; it is there to stop thousands.
        String kept = byName.size() < namesMax ? name : OTHER;
        return byName.computeIfAbsent(kept, factory);
    }

    /** All values, by name. */
    public Map<String, T> all() {
        return Map.copyOf(byName);
    }
}
