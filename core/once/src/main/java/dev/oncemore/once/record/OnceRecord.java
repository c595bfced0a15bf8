package dev.oncemore.once.record;

import dev.oncemore.once.fingerprint.Fingerprint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of one key. Times are the store's own; whether something is over was decided by its clock when the
 * record was read.
 *
 * @param key which effect
 * @param fingerprint of the payload it was asked with
 * @param state where it stands
 * @param fence the number of the claim that holds or held it; only rises
 * @param token which claimant that was
 * @param who on whose behalf
 * @param attempts how often it was claimed
 * @param response the stored outcome; null when there is none, or when it was not kept
 * @param error what went wrong, in words; null when nothing did
 * @param resource what it created; null when unknown
 * @param createdAt when it was first claimed
 * @param updatedAt when it last changed
 * @param leaseUntil until when its owner has it; null when nobody runs it
 * @param expiresAt when its outcome is forgotten; null while it is not settled
 * @param leaseOver whether a lease has run out
 * @param expired whether it is forgotten: for callers it is as if it were not there
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
        @Nullable String error,
        @Nullable Resource resource,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant leaseUntil,
        @Nullable Instant expiresAt,
        boolean leaseOver,
        boolean expired) {}
