package dev.oncemore.http.serve;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the keys that each tenant started within the retention, in slices of a twenty-fourth. A slice is dropped as a
 * whole when its last key has expired, so the keys that a tenant started here never exceed the cap.
 */
final class LiveKeys {
    private static final int SLICES = 24;
    private static final int TENANTS_MAX = 100_000;
    /** Not a valid scope name: shared by tenants beyond the bound. */
    private static final String OTHERS = "\0";

    private final int keysMax;
    private final long sliceNanos;
    private final Time time;
    private final long originNanos;
    private final ConcurrentHashMap<String, Window> tenants = new ConcurrentHashMap<>();

    LiveKeys(int keysMax, Duration retention, Time time) {
        this.keysMax = keysMax;
        this.sliceNanos = Math.max(1, retention.toNanos() / SLICES);
        this.time = time;
        originNanos = time.nanoTime();
    }

    /** Reserves a slot for a key of this tenant; null if it has too many. */
    @Nullable
    Place tryTake(String tenant) {
        long now = slice();
        Window window = window(tenant, now);
        return window.tryTake(now, keysMax) ? new Place(window, now) : null;
    }

    /** How long until a key of the tenant expires. */
    Duration untilRoom(String tenant) {
        long now = slice();
        Window window = tenants.getOrDefault(tenant, tenants.get(OTHERS));
        long oldest = window == null ? now : window.oldest(now);
        long freeAtNanos = (oldest + SLICES + 1) * sliceNanos;
        return Duration.ofNanos(Math.max(0, freeAtNanos - (time.nanoTime() - originNanos)));
    }

    private Window window(String tenant, long now) {
        Window found = tenants.get(tenant);
        if (found != null) {
            return found;
        }
        if (tenants.size() >= TENANTS_MAX) {
            tenants.values().removeIf(window -> window.isEmpty(now));
        }
        String name = tenants.size() >= TENANTS_MAX ? OTHERS : tenant;
        return tenants.computeIfAbsent(name, absent -> new Window());
    }

    private long slice() {
        return Math.floorDiv(time.nanoTime() - originNanos, sliceNanos);
    }

    /** The slot of one key; returned if the key turns out not to be new. */
    static final class Place {
        private final Window window;
        private final long slice;

        private Place(Window window, long slice) {
            this.window = window;
            this.slice = slice;
        }

        void giveBack() {
            window.giveBack(slice);
        }
    }

    /** The slices of one tenant: the current one and those of the retention. */
    private static final class Window {
        private final long[] counts = new long[SLICES + 1];
        private long newest;

        synchronized boolean tryTake(long now, int keysMax) {
            forgetOld(now);
            if (sum() >= keysMax) {
                return false;
            }
            counts[place(now)]++;
            return true;
        }

        synchronized void giveBack(long slice) {
            if (slice > newest - counts.length && counts[place(slice)] > 0) {
                counts[place(slice)]--;
            }
        }

        synchronized boolean isEmpty(long now) {
            forgetOld(now);
            return sum() == 0;
        }

        synchronized long oldest(long now) {
            forgetOld(now);
            long slice = newest - counts.length + 1;
            while (slice < newest && counts[place(slice)] == 0) {
                slice++;
            }
            return slice;
        }

        private long sum() {
            long sum = 0;
            for (long count : counts) {
                sum += count;
            }
            return sum;
        }

        private void forgetOld(long now) {
            for (long slice = Math.max(newest + 1, now - counts.length + 1); slice <= now; slice++) {
                counts[place(slice)] = 0;
            }
            newest = Math.max(newest, now);
        }

        private int place(long slice) {
            return (int) Math.floorMod(slice, (long) counts.length);
        }
    }
}
