package dev.oncemore.once;

import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.Resource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The right to run one effect now, as the effect sees it. */
public final class Claim {
    private static final Logger LOG = System.getLogger("dev.oncemore.once");

    private final Key key;
    private final long fence;
    private final int attempt;
    private volatile boolean inDoubt;
    private volatile boolean lost;
    private volatile boolean ended;
    private @Nullable Runnable onLost;
    private volatile @Nullable Resource resource;

    Claim(Key key, long fence, int attempt, boolean inDoubt) {
        this.key = key;
        this.fence = fence;
        this.attempt = attempt;
        this.inDoubt = inDoubt;
    }

    /** The claim that was granted for a key. */
    static Claim of(Key key, Claims.Owned owned) {
        return new Claim(key, owned.fence(), owned.attempt(), owned.isInDoubt());
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
     * Whether an earlier attempt may have taken effect: its reply was lost, or its owner died. A failure then leaves the
     * outcome unknown, unless it settles the doubt (see {@link dev.oncemore.retry.policy.Doubt}).
     */
    public boolean inDoubt() {
        return inDoubt;
    }

    /**
     * The key to send to the other side: 32 characters, the same whenever this effect is run again, so that the other side
     * can recognise the repetition.
     */
    public String downstreamKey() {
        return downstreamKeyOf(key);
    }

    /**
     * Says what the effect created; kept with the record for whoever asks later.
     *
     * @throws IllegalArgumentException when a part is empty, over 255 characters long or has a control character. An effect
     *     that lets it through ends as unknown, because it has happened by then
     */
    public void created(String resourceType, String resourceId) {
        resource = new Resource(resourceType, resourceId);
    }

    /** Whether somebody else owns the effect by now. What it returns will then be discarded; it should stop. */
    public boolean isLost() {
        return lost;
    }

    /**
     * Runs the hook when the claim is lost, or at once if it is lost already. Hooks share a few threads: a hook that blocks holds
     * up other hooks, but no heartbeat.
     */
    public void onLost(Runnable action) {
        synchronized (this) {
            if (!lost) {
                onLost = action;
                return;
            }
        }
        action.run();
    }

    /** The other side said that no earlier attempt took effect. */
    void settleDoubt() {
        inDoubt = false;
    }

    Optional<Resource> resource() {
        return Optional.ofNullable(resource);
    }

    /** The effect is over, and its end is being written down: from then on the store may refuse a heartbeat rightly. */
    void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Marks the claim as lost and hands its hook to this executor, because a hook may block. */
    void lose(Executor hooks) {
        Runnable action;
        synchronized (this) {
            lost = true;
            action = onLost;
            onLost = null;
        }
        if (action != null) {
            try {
                hooks.execute(() -> runSafely(action));
            } catch (RejectedExecutionException e) {
                LOG.log(Level.WARNING, "too many hooks are waiting: the onLost hook of " + key + " was not run", e);
            }
        }
    }

    /** Whoever runs it serves others, too. */
    private void runSafely(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the hook of " + key + ", whose claim is lost, threw", e);
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
