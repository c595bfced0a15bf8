package dev.oncemore.operations;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that is quick to find out on a small store and slow on a large one. While it is quick, everybody gets what is true
 * now. When it takes longer than a page may, they get what was true a moment ago, and it is found out anew beside them: not
 * more often than leaves the store nine tenths of its time.
 */
final class RecentLook<T> {
    private static final long QUICK_NANOS = Duration.ofMillis(20).toNanos();
    private static final long FRESH_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int REST = 9;

    private record Look<T>(T found, long atNanos, long costNanos) {}

    private final Supplier<T> question;
    private final Executor executor;
    private final Time time;
    private final AtomicBoolean isAsking = new AtomicBoolean();
    private final AtomicInteger changes = new AtomicInteger();
    private volatile @Nullable Look<T> last;

    RecentLook(Supplier<T> question, Executor executor, Time time) {
        this.question = question;
        this.executor = executor;
        this.time = time;
    }

    T get() {
        Look<T> known = last;
        if (known == null || known.costNanos() <= QUICK_NANOS) {
            return ask().found();
        }
        refresh(known);
        return known.found();
    }

    /** What was true a moment ago; null if it is being found out for the first time. Never waits. */
    @Nullable
    T known() {
        Look<T> known = last;
        refresh(known);
        return known == null ? null : known.found();
    }

    private void refresh(@Nullable Look<T> known) {
        boolean isOld =
                known == null || time.nanoTime() - known.atNanos() > Math.max(FRESH_NANOS, REST * known.costNanos());
        if (isOld && isAsking.compareAndSet(false, true)) {
            executor.execute(() -> {
                try {
                    ask();
                } finally {
                    isAsking.set(false);
                }
            });
        }
    }

    /** Forgets the value, so that the next reader sees a change. */
    void forget() {
        changes.incrementAndGet();
        last = null;
    }

    private Look<T> ask() {
        int before = changes.get();
        long start = time.nanoTime();
        T found = question.get();
        long end = time.nanoTime();
        Look<T> look = new Look<>(found, end, end - start);
        // What was seen before a change must not hide it.
        if (changes.get() == before) {
            last = look;
        }
        return look;
    }
}
