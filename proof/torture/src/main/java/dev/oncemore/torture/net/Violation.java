package dev.oncemore.torture.net;

/**
 * A broken promise.
 *
 * @param seed the seed that replays it; 0 when no seed does
 * @param rule the promise, in a few words
 * @param history the events, one per line
 */
public record Violation(long seed, String rule, String history) {}
