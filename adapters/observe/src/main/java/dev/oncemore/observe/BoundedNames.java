package dev.oncemore.observe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What is kept by name, for so many names: those that come later share {@link #OTHER}. A name that is made up for each call
 * thus costs accuracy, and neither memory nor the metrics store.
 *
 * @param <T> what is kept for a name
 */
public final class BoundedNames<T> {
    /** The name of all that came too late. */
    public static final String OTHER = "other";

    private static final int MOST = 100_000;

    private final int namesMax;
    private final Function<String, T> factory;
    private final Map<String, T> byName = new ConcurrentHashMap<>();

    /** For so many names, 1 to 100,000; what is kept is made when a name is first seen. */
    public BoundedNames(int namesMax, Function<String, T> factory) {
        if (namesMax < 1 || namesMax > MOST) {
            throw new IllegalArgumentException("namesMax must be between 1 and " + MOST + ", but is " + namesMax);
        }
        this.namesMax = namesMax;
        this.factory = factory;
    }

    /** What is kept for this name, or for all others. */
    public T get(String name) {
        T known = byName.get(name);
        return known != null ? known : add(name);
    }

    private T add(String name) {
        // Concurrent first sights may exceed the bound by a few; the bound is there to stop thousands.
        String kept = byName.size() < namesMax ? name : OTHER;
        return byName.computeIfAbsent(kept, factory);
    }

    /** All that is kept, by name. */
    public Map<String, T> all() {
        return Map.copyOf(byName);
    }
}
