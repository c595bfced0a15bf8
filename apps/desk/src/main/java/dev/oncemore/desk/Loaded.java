package dev.oncemore.desk;

import org.jspecify.annotations.Nullable;

/**
 * A sheet and how it is sent, as of a moment ago.
 *
 * @param sheet null when there is none
 */
record Loaded(@Nullable Sheet sheet, Sending sending, long atNanos) {}
