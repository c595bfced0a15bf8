package dev.oncemore.bench.measure;

import java.lang.management.ManagementFactory;

/** The live heap of this process. */
public final class Heap {
    private static final double MEGABYTE = 1 << 20;

    private Heap() {}

    /** The heap in use after a garbage collection. */
    public static double liveMegabytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
    }
}
