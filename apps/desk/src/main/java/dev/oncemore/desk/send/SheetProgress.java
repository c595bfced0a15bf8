package dev.oncemore.desk.send;

/**
 * Where a sheet goes, and how far it is.
 *
 * @param connector the accounting system it goes to; empty when none is connected
 * @param isPaused whether nothing of it is sent for now
 * @param remaining how much of it is left
 */
public record SheetProgress(String connector, boolean isPaused, Remaining remaining) {}
