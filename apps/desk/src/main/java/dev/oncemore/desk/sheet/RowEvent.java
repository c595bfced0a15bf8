package dev.oncemore.desk.sheet;

import java.util.Arrays;
import java.util.Locale;

/** What happens to a row, as logs and histories name it. */
public enum RowEvent {
    /** Its document was created. */
    ROW_PROCESSED_SUCCESS,
    /** It came to a bad end: nothing was created. */
    ROW_PROCESSED_ERROR,
    /** Its document had been created earlier. */
    ROW_DUPLICATE,
    /** Its outcome is unknown. */
    ROW_UNKNOWN,
    /** An attempt failed, and another one follows. */
    ROW_RETRY,
    /** The accounting system was asked for its document without an answer, and is asked again. */
    ROW_ASKED,
    /** The accounting system is locked; this does not count as an attempt. */
    ROW_HELD,
    /** A person changed its cells. */
    ROW_EDITED,
    /** A person sent it again. */
    ROW_RESENT,
    /** A person withdrew it before it was sent. */
    ROW_CANCELLED;

    /** As it is written. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException when there is none; the message names them
     */
    public static RowEvent parse(String text) {
        for (RowEvent event : values()) {
            if (event.word().equals(text)) {
                return event;
            }
        }
        throw new IllegalArgumentException("there is no event '" + text + "'; the events are "
                + String.join(", ", Arrays.stream(values()).map(RowEvent::word).toList()));
    }
}
