package dev.oncemore.once.record;

import dev.oncemore.once.fingerprint.Fingerprint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored record of one key. Times are the store's own; expiry was decided by its clock when the record was read.
 *
 * @param key the key of the effect
 * @param fingerprint the fingerprint of the payload
 * @param state its state
 * @param fence the number of the claim that holds or held it; only rises
 * @param token the token of that claimant
 * @param who the person or service that called
 * @param attempts the number of claims
 * @param response the stored outcome; null if there is none, or it was not kept
 * @param label the label of the stored outcome's type; null if it was stored without one
 * @param error the error; null if there is none
 * @param resource the created resource; null if unknown
 * @param createdAt when it was first claimed
 * @param updatedAt when it last changed
 * @param leaseUntil the end of the owner's lease; null if it is not running
 * @param expiresAt when its outcome expires; null while it is not settled
 * @param leaseOver whether its lease has expired
 * @param expired whether it has expired: for callers it does not exist
 */
public record OnceRecord(
        Key key,
        Fingerprint fingerprint,
        RecordState state,
        long fence,
        String token,
        String who,
        int attempts,
        @Nullable Bytes response,
        @Nullable String label,
        @Nullable String error,
        @Nullable Resource resource,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant leaseUntil,
        @Nullable Instant expiresAt,
        boolean leaseOver,
        boolean expired) {}
