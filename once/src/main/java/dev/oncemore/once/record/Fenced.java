package dev.oncemore.once.record;

/**
 * One claim, as the store tells it from all others.
 *
 * @param key which effect
 * @param fence the claim's fence
 */
public record Fenced(Key key, long fence) {}
