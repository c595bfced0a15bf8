package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.Sheet;
import org.jspecify.annotations.Nullable;

/**
 * A sheet and how it is sent, as of a moment ago.
 *
 * @param sheet null when there is none
 */
record CachedSheet(@Nullable Sheet sheet, SendSettings sending, long atNanos) {}
