package dev.oncemore.once.record;

import dev.oncemore.once.fingerprint.Fingerprint;
import java.time.Duration;

/**
 * A wish to be the first.
 *
 * @param key which effect
 * @param fingerprint of its payload
 * @param token names the claimant, so that a repeated claim recognises itself
 * @param who on whose behalf
 * @param lease how long the claimant has; zero for a claim that commits together with its outcome
 */
public record NewClaim(Key key, Fingerprint fingerprint, String token, String who, Duration lease) {}
