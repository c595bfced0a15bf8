package dev.oncemore.once.record;

/**
 * A wish to run what somebody else left behind.
 *
 * @param claim the new claim
 * @param expectedFence the fence of the record as it was read
 * @param afresh whether the old record is expired and to be forgotten, so that counting starts again
 */
public record TakeOver(NewClaim claim, long expectedFence, boolean afresh) {}
