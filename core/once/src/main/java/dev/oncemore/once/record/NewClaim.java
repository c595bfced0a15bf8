package dev.oncemore.once.record;

import dev.oncemore.By;
import dev.oncemore.internal.Text;
import dev.oncemore.once.fingerprint.Fingerprint;
import java.time.Duration;

/**
 * A request to claim a new key.
 *
 * @param key the key of the effect
 * @param fingerprint the fingerprint of its payload
 * @param token identifies the claimant, so that a repeated claim is recognised; 1 to 255 printable ASCII characters
 * @param who the person or service that calls, see {@link By#requireWho}
 * @param lease the lease of the claimant; zero for a claim that commits together with its outcome
 */
public record NewClaim(Key key, Fingerprint fingerprint, String token, String who, Duration lease) {

    /** Refuses a token or a name that some store could not keep unchanged. */
    public NewClaim {
        Text.requireKeyLike("token", token, Text.NAME_LENGTH_MAX);
        By.requireWho(who);
    }
}
