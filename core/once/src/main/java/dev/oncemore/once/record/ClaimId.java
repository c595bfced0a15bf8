package dev.oncemore.once.record;

/**
 * Identifies one claim among all claims of a key.
 *
 * @param key the record's key
 * @param fence the claim's fence
 */
public record ClaimId(Key key, long fence) {}
