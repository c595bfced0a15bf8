package dev.oncemore.desk.sheet;

import dev.oncemore.operations.Rejected;
import dev.oncemore.spreadsheet.Checkpoint;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Reads and writes files on one or two platform threads, each with a time limit. Large or slow files do not delay other
 * requests, because the operating system preempts platform threads (virtual threads are not preempted), and no more files are in
 * memory than there are threads.
 */
public final class FileWork {
    /** How many files may be in progress at once, from the first byte of a request on. */
    static final int PLACES = 24;
    /** How many of one person, so that nobody takes all places. */
    static final int PLACES_EACH = 4;

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final Duration IDLE = Duration.ofSeconds(20);
    /** Enough for two of the largest files. */
    private static final long HEAP_FOR_TWO = 400L << 20;

    private final Time time;
    private final Duration limit;
    private final Duration wait;
    private final ThreadPoolExecutor threads;
    private final Map<String, Integer> places = new HashMap<>();
    /** The files that wait, by person; the first person is next, and then goes to the end. */
    private final Map<String, Deque<FutureTask<?>>> turns = new LinkedHashMap<>();

    private int taken;

    FileWork(int threadsMax, Duration limit, Duration wait, Time time) {
        this.time = time;
        this.limit = limit;
        this.wait = wait;
        // Bounded by the places. Threads end when they are idle, so that nothing needs to be closed.
        this.threads = new ThreadPoolExecutor(
                threadsMax,
                threadsMax,
                IDLE.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(PLACES),
                work -> {
                    Thread thread = new Thread(work, "oncemore-files");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** One thread, or two where the heap has room for two of the largest files. */
    public static FileWork standard() {
        int threads = Runtime.getRuntime().maxMemory() >= HEAP_FOR_TWO ? 2 : 1;
        return new FileWork(threads, LIMIT, WAIT, Time.system());
    }

    /**
     * Takes a place, before anything of a file is read.
     *
     * @throws Rejected when too many files are on their way
     */
    public Place enter(String who) {
        synchronized (places) {
            int own = places.getOrDefault(who, 0);
            if (own == PLACES_EACH) {
                throw Rejected.busy("you have " + own + " files on their way; wait for one of them and try again");
            }
            if (taken == PLACES) {
                throw busy();
            }
            places.put(who, own + 1);
            taken++;
        }
        return new Place(who);
    }

    private void leave(String who) {
        synchronized (places) {
            places.computeIfPresent(who, (name, own) -> own == 1 ? null : own - 1);
            taken--;
        }
    }

    private static Rejected busy() {
        return Rejected.busy(
                "many files are being read just now; nothing was kept of yours, try again in a few seconds");
    }

    private void await(String who, FutureTask<?> task) {
        synchronized (turns) {
            turns.computeIfAbsent(who, none -> new ArrayDeque<>()).add(task);
        }
        threads.execute(this::runNext);
    }

    /** Of one person, one file; then the next person's. Somebody with many files delays others by one. */
    private void runNext() {
        FutureTask<?> task;
        synchronized (turns) {
            Iterator<Map.Entry<String, Deque<FutureTask<?>>>> people =
                    turns.entrySet().iterator();
            if (!people.hasNext()) {
                return; // given up meanwhile
            }
            Map.Entry<String, Deque<FutureTask<?>>> first = people.next();
            people.remove();
            task = first.getValue().remove();
            if (!first.getValue().isEmpty()) {
                turns.put(first.getKey(), first.getValue());
            }
        }
        task.run();
    }

    /** How many files wait for their turn. */
    int waiting() {
        synchronized (turns) {
            return turns.values().stream().mapToInt(Deque::size).sum();
        }
    }

    /** Whether it had not begun; then it never does. */
    private boolean giveUp(String who, FutureTask<?> task) {
        synchronized (turns) {
            Deque<FutureTask<?>> own = turns.get(who);
            if (own == null || !own.remove(task)) {
                return false;
            }
            if (own.isEmpty()) {
                turns.remove(who);
            }
            // Its turn goes with it: otherwise the queue fills up with turns of nobody, and refuses the next file.
            threads.getQueue().poll();
            return true;
        }
    }

    /** In one step, for files that are here already. */
    public <T> T run(String who, Function<Checkpoint, T> work) {
        try (Place place = enter(who)) {
            return place.run(work);
        }
    }

    /** The right to have one file read or written. */
    public final class Place implements AutoCloseable {
        private final String who;

        private Place(String who) {
            this.who = who;
        }

        /** Runs this when its turn comes, and waits for its end. */
        public <T> T run(Function<Checkpoint, T> work) {
            FutureTask<T> task = new FutureTask<>(() -> work.apply(limit()));
            await(who, task);
            try {
                return result(task);
            } catch (InterruptedException e) {
                giveUp(who, task);
                Thread.currentThread().interrupt();
                throw Rejected.busy("the server is stopping; try again in a minute");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw new IllegalStateException(e.getCause());
            }
        }

        private <T> T result(FutureTask<T> task) throws InterruptedException, ExecutionException {
            try {
                return task.get(wait.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (giveUp(who, task)) {
                    throw busy();
                }
                // It has begun, and its own limit ends it.
                return task.get();
            }
        }

        @Override
        public void close() {
            leave(who);
        }
    }

    private Checkpoint limit() {
        long start = time.nanoTime();
        return () -> {
            if (time.nanoTime() - start > limit.toNanos()) {
                throw Rejected.tooLarge("this file takes more than " + limit.toSeconds()
                        + " seconds; split it into several, or save the sheet alone as CSV");
            }
        };
    }
}
