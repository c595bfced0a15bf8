package dev.oncemore.server.serve;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Waits for a sheet; a server that gets stuck fails the test after minutes, a slow one does not. */
final class Settled {
    private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();
    private static final int LOOKS_MAX = 6_000;

    private Settled() {}

    /** The counts by state, once nothing is under way. */
    static JsonNode await(Callable<JsonNode> sheet) throws Exception {
        return until(sheet, found -> found.path("underWay").asInt(1) == 0).path("states");
    }

    /** The thing as it is then. */
    static <T> T until(Callable<T> thing, Predicate<? super T> isThere) throws Exception {
        for (int look = 0; look < LOOKS_MAX; look++) {
            T found = thing.call();
            if (isThere.test(found)) {
                return found;
            }
            Time.system().sleep(PAUSE_NANOS);
        }
        throw new AssertionError("it does not come to an end: " + thing.call());
    }
}
