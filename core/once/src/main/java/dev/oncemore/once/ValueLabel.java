package dev.oncemore.once;

import dev.oncemore.internal.Text;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The label of an operation's values. It is stored with each value, so that a value of one type is never decoded as another: JSON
 * would fill a missing amount with 0.
 *
 * @param written the label of values stored from now on; null if they get none
 * @param earlier further labels whose values can be read
 */
record ValueLabel(@Nullable String written, Set<String> earlier) {
    static final ValueLabel NONE = new ValueLabel(null, Set.of());
    private static final int EARLIER_MAX = 100;

    /** The simple name: it survives a move to another package. */
    static ValueLabel of(Class<?> type) {
        String name = type.getSimpleName();
        return name.isEmpty() ? NONE : new ValueLabel(Text.requireName("label", name), Set.of());
    }

    static ValueLabel declared(String label, String... earlier) {
        if (earlier.length > EARLIER_MAX) {
            throw new IllegalArgumentException(
                    "at most " + EARLIER_MAX + " earlier labels can be declared, but there are " + earlier.length);
        }
        for (String other : earlier) {
            Text.requireName("label", other);
        }
        return new ValueLabel(Text.requireName("label", label), Set.of(earlier));
    }

    /** Whether a value with this label is one of ours. Without a label on either side only the codec can tell. */
    boolean reads(@Nullable String stored) {
        return written == null || stored == null || stored.equals(written) || earlier.contains(stored);
    }
}
