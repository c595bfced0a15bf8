package dev.oncemore.once.record;

/**
 * A request to take over an existing record.
 *
 * @param claim the new claim
 * @param expectedFence the fence of the record as it was read
 * @param afresh whether the old record has expired and is discarded, so that counting starts again
 */
public record TakeOver(NewClaim claim, long expectedFence, boolean afresh) {}
