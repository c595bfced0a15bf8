package dev.oncemore.bench.measure;

import java.lang.management.ManagementFactory;

/** How much memory this process needs. */
public final class Heap {
    private static final double MEGABYTE = 1 << 20;

    private Heap() {}

    /** What is still in use after garbage was collected. */
    public static double liveMegabytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
    }
}
