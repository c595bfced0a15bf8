package dev.oncemore.bench.server;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param starts how often the server is started
 * @param rows how many tasks, records and lines of the log there are, each
 * @param looks how often each page is looked at
 * @param load how long requests are sent, for each kind of them
 * @param idle how long nothing is done
 */
record ServerEffort(int starts, int rows, int looks, Duration load, Duration idle) {
    static final ServerEffort QUICK = new ServerEffort(3, 100_000, 100, Duration.ofSeconds(5), Duration.ofSeconds(10));
    static final ServerEffort FULL =
            new ServerEffort(7, 1_000_000, 300, Duration.ofSeconds(15), Duration.ofSeconds(30));
}
