package dev.oncemore.torture.net;

/**
 * A promise that was broken.
 *
 * @param seed what makes it happen again
 * @param rule the promise, in a few words
 * @param history what happened, one line for each event
 */
public record Violation(long seed, String rule, String history) {}
