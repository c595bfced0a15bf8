package dev.oncemore.bench.server;

import java.time.Duration;

/**
 * How thoroughly to measure.
 *
 * @param starts how often the server is started
 * @param rows the number of tasks, dead letters, ended tasks, records and audit entries, each
 * @param looks how often each page is loaded
 * @param load how long requests of each kind are sent
 * @param idle how long the idle server is measured
 */
record ServerEffort(int starts, int rows, int looks, Duration load, Duration idle) {
    static final ServerEffort QUICK = new ServerEffort(3, 100_000, 100, Duration.ofSeconds(5), Duration.ofSeconds(10));
    static final ServerEffort FULL =
            new ServerEffort(7, 1_000_000, 300, Duration.ofSeconds(15), Duration.ofSeconds(30));
}
