package dev.oncemore.once.record;

import dev.oncemore.By;
import dev.oncemore.internal.Text;
import dev.oncemore.once.fingerprint.Fingerprint;
import java.time.Duration;

/**
 * A wish to be the first.
 *
 * @param key which effect
 * @param fingerprint of its payload
 * @param token names the claimant, so that a repeated claim recognises itself; 1 to 255 printable ASCII characters
 * @param who on whose behalf, see {@link By#requireWho}
 * @param lease how long the claimant has; zero for a claim that commits together with its outcome
 */
public record NewClaim(Key key, Fingerprint fingerprint, String token, String who, Duration lease) {

    /** A claim; refuses a token or a name that some store could not keep as it is. */
    public NewClaim {
        Text.requireKeyLike("token", token, Text.NAME_LENGTH_MAX);
        By.requireWho(who);
    }
}
