package dev.oncemore.desk.sheet;

import java.util.Arrays;
import java.util.Locale;

/** Where a row stands; all rows of a document stand alike, unless something is wrong with one of them. */
public enum RowState {
    /** Not sent yet. */
    PENDING,
    /** Being sent. */
    SENDING,
    /** Its document was created. */
    CREATED,
    /** Its document had been created earlier; nothing was created now. */
    DUPLICATE,
    /** Something is wrong; nothing was created, or something else under this number. */
    ERROR,
    /** The outcome is unknown; {@link RowReason#CHECKING} while the accounting system is being asked. */
    UNKNOWN;

    /** As people read it. */
    public String word() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** Whether its document is there. */
    public boolean isThere() {
        return this == CREATED || this == DUPLICATE;
    }

    /** Whether something may still become of it by itself: it is neither there nor in Error. */
    public boolean isUnsettled() {
        return !isThere() && this != ERROR;
    }

    /**
     * Reads one, in whatever case.
     *
     * @throws IllegalArgumentException when there is no such state; the message names them
     */
    public static RowState parse(String text) {
        return Arrays.stream(values())
                .filter(state -> state.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no state '" + text
                        + "'; the states are Pending, Sending, Created, Duplicate, Error and Unknown"));
    }
}
