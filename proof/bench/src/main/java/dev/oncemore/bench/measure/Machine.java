package dev.oncemore.bench.measure;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The machine and time of a measurement, without which figures mean little.
 *
 * @param cores the number of cores
 * @param load the load average of the last minute; negative if unknown
 */
public record Machine(int cores, double load) {
    /** The share of cores that may be busy before figures are unreliable. */
    private static final double BUSY_SHARE = 0.6;

    /** This machine; call it before the measurements add their own load. */
    public static Machine now() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** A warning if other programs were running. */
    public Optional<String> warning() {
        return load <= BUSY_SHARE * cores
                ? Optional.empty()
                : Optional.of("The machine was busy before the run (load %s on %d cores): do not trust these figures."
                        .formatted(Numbers.text(load), cores));
    }

    /** The head of a report: the machine, the method, and a warning if the machine was busy. */
    public List<String> heading(List<String> notes) {
        List<String> lines = new ArrayList<>();
        lines.add(line());
        lines.addAll(notes);
        warning().ifPresent(lines::add);
        lines.add("");
        return lines;
    }

    /** For example {@code JDK 25.0.1 (Eclipse Adoptium), 2 cores, Linux amd64, 2026-11-15}. */
    String line() {
        return "JDK %s (%s), %d %s, %s %s, %s"
                .formatted(
                        System.getProperty("java.version"),
                        System.getProperty("java.vendor"),
                        cores,
                        cores == 1 ? "core" : "cores",
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        LocalDate.now(ZoneOffset.UTC));
    }
}
