package dev.oncemore.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The CPU time of this process, and of the servers that it has started. Other programs on the machine change the elapsed time
 * of a measurement, but hardly its CPU time.
 *
 * @param ownNanos the CPU time of this process
 * @param othersNanos the CPU time of its child processes that still run
 */
public record CpuTime(long ownNanos, long othersNanos) {

    /** The CPU time until now. */
    public static CpuTime now() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long others = ProcessHandle.current()
                .descendants()
                .mapToLong(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
        return new CpuTime(system.getProcessCpuTime(), others);
    }

    /** The CPU time from then until now. It is never negative, although a process that ended meanwhile no longer counts. */
    public CpuTime since(CpuTime before) {
        return new CpuTime(ownNanos - before.ownNanos, Math.max(0, othersNanos - before.othersNanos));
    }
}
