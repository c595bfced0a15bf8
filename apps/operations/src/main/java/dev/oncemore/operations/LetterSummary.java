package dev.oncemore.operations;

import dev.oncemore.task.store.DeadLetters;
import java.util.List;

/**
 * How many dead letters match a filter, and why they died.
 *
 * @param count how many
 * @param isAtLeast whether there are more, which are still being counted
 * @param groups by cause, the largest group first; if there are more, of the latest letters only
 */
public record LetterSummary(long count, boolean isAtLeast, List<DeadLetters.Group> groups) {}
