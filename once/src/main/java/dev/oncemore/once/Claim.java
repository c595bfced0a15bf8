package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Resource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The right to run one effect now, as the effect sees it. */
public final class Claim {
    private final Key key;
    private final long fence;
    private final int attempt;
    private volatile boolean lost;
    private @Nullable Runnable onLost;
    private volatile @Nullable Resource resource;

    Claim(Key key, long fence, int attempt) {
        this.key = key;
        this.fence = fence;
        this.attempt = attempt;
    }

    /** Which effect. */
    public Key key() {
        return key;
    }

    /** A number that only rises for this key: whoever compares it can refuse an owner that was deposed. */
    public long fence() {
        return fence;
    }

    /** How often this effect has been claimed, from 1. */
    public int attempt() {
        return attempt;
    }

    /**
     * The key to send to the other side: 32 characters, the same whenever this effect is run again, so that the other side
     * can recognise the repetition.
     */
    public String downstreamKey() {
        return downstreamKeyOf(key);
    }

    /** Says what the effect created; kept with the record for whoever asks later. */
    public void created(String resourceType, String resourceId) {
        resource = new Resource(resourceType, resourceId);
    }

    /** Whether somebody else owns the effect by now. What it returns will then be discarded; it should stop. */
    public boolean isLost() {
        return lost;
    }

    /** Runs when the claim is lost, or at once if it has been. */
    public void onLost(Runnable action) {
        synchronized (this) {
            if (!lost) {
                onLost = action;
                return;
            }
        }
        action.run();
    }

    Optional<Resource> resource() {
        return Optional.ofNullable(resource);
    }

    void lose() {
        Runnable action;
        synchronized (this) {
            lost = true;
            action = onLost;
            onLost = null;
        }
        if (action != null) {
            action.run();
        }
    }

    /** The {@link #downstreamKey} of whoever claims this key: to ask the other side about an effect, or to take it back. */
    public static String downstreamKeyOf(Key key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key.scope().written().getBytes(StandardCharsets.US_ASCII));
            // No scope or key has this byte, so no two pairs run together into the same bytes.
            digest.update((byte) 0);
            byte[] hash = digest.digest(key.value().getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
