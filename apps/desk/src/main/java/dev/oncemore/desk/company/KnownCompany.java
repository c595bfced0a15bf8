package dev.oncemore.desk.company;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A company that is known here.
 *
 * @param name as keys and people spell it
 * @param who added it; empty if the settings name it
 * @param at when it was added; null if the settings name it
 * @param isUsed whether a sheet or a billing plan needs it under this name
 * @param unsent how many of its sheets were not sent
 */
public record KnownCompany(
        String name, String who, @Nullable Instant at, boolean isUsed, int unsent) {
    /** Whether it can be renamed or removed. */
    public boolean mayChange() {
        return at != null && !isUsed;
    }
}
