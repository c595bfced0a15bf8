package dev.oncemore.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * How long processors have worked: for this process, and for those it has started, which are the servers. Other programs on
 * the machine change how long something takes, but hardly what it costs.
 *
 * @param ownNanos for this process
 * @param othersNanos for all that it has started and that still run
 */
public record CpuTime(long ownNanos, long othersNanos) {

    /** Until now. */
    public static CpuTime now() {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long others = ProcessHandle.current()
                .descendants()
                .mapToLong(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
        return new CpuTime(system.getProcessCpuTime(), others);
    }

    /** From then until now. A process that ended meanwhile takes what it did with it, hence never less than nothing. */
    public CpuTime since(CpuTime before) {
        return new CpuTime(ownNanos - before.ownNanos, Math.max(0, othersNanos - before.othersNanos));
    }
}
