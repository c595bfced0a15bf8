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

/** The right to run one effect now, as seen by the effect. */
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

    /** Creates the claim granted for a key. */
    static Claim of(Key key, Claims.Owned owned) {
        return new Claim(key, owned.fence(), owned.attempt(), owned.isInDoubt());
    }

    /** The key of the effect. */
    public Key key() {
        return key;
    }

    /** A number that only rises for this key, by which a dependency can refuse a deposed owner. */
    public long fence() {
        return fence;
    }

    /** The number of this claim of the effect, from 1. */
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
     * The key to send to the dependency: 32 characters, the same whenever this effect is run again, so that the
     * dependency can recognise the repetition.
     */
    public String downstreamKey() {
        return downstreamKeyOf(key);
    }

    /**
     * Sets the resource that the effect created; it is kept with the record.
     *
     * @throws IllegalArgumentException if a part is empty, over 255 characters long or has a control character. An
     *     effect that does not catch it ends as unknown, because it has already happened
     */
    public void created(String resourceType, String resourceId) {
        resource = new Resource(resourceType, resourceId);
    }

    /** Whether another caller owns the effect by now. Its result will then be discarded; it should stop. */
    public boolean isLost() {
        return lost;
    }

    /**
     * Runs the hook when the claim is lost, or at once if it already is. Hooks share a few threads: a blocking hook
     * delays other hooks, but no heartbeat.
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

    /** Called when the dependency confirmed that no earlier attempt took effect. */
    void settleDoubt() {
        inDoubt = false;
    }

    Optional<Resource> resource() {
        return Optional.ofNullable(resource);
    }

    /**
     * Called when the effect has ended and is being recorded: from then on the store may rightly refuse a heartbeat.
     */
    void end() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Marks the claim as lost and passes its hook to this executor, because a hook may block. */
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

    /** Catches exceptions, because the thread serves other hooks too. */
    private void runSafely(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "the hook of " + key + ", whose claim is lost, threw", e);
        }
    }

    /** The {@link #downstreamKey} of this key, to query or undo an effect on the dependency. */
    public static String downstreamKeyOf(Key key) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key.scope().written().getBytes(StandardCharsets.US_ASCII));
            // No scope or key contains this byte, so different pairs never give the same bytes.
            digest.update((byte) 0);
            byte[] hash = digest.digest(key.value().getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
