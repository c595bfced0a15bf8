package dev.oncemore.json;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a set is written. Jackson 3.2 can sort sets itself; earlier ones cannot, and the payload of a
 * request must not depend on the version of a library.
 */
public final class SetOrder {
    private static final Comparator<@Nullable Object> NATURAL = natural();

    private SetOrder() {}

    /**
     * Returns the elements of a set in their natural order, null last; the same collection if it is not a set, is
     * sorted already, or has elements that cannot be compared.
     */
    public static Collection<?> sorted(Collection<?> elements) {
        if (!(elements instanceof Set<?>) || elements instanceof SortedSet<?> || elements instanceof EnumSet<?>) {
            return elements;
        }
        List<@Nullable Object> sorted = new ArrayList<>(elements);
        try {
            sorted.sort(NATURAL);
        } catch (ClassCastException incomparable) {
            return elements;
        }
        return sorted;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // elements that are not comparable throw a ClassCastException
    private static Comparator<@Nullable Object> natural() {
        return (Comparator) Comparator.nullsLast(Comparator.naturalOrder());
    }
}
