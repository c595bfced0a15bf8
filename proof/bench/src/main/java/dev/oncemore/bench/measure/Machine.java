package dev.oncemore.bench.measure;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where and when figures were measured, without which they mean little.
 *
 * @param cores how many cores there are
 * @param load how many programs wanted to run over the last minute; negative where the system does not tell
 */
public record Machine(int cores, double load) {
    /** The share of cores that may be at other work before figures suffer. */
    private static final double BUSY_SHARE = 0.6;

    /** This machine, to be asked before the measurements add their own load. */
    public static Machine now() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** A warning, if other programs were at work. */
    public Optional<String> warning() {
        return load <= BUSY_SHARE * cores
                ? Optional.empty()
                : Optional.of("The machine was busy before the run (load %s on %d cores): do not trust these figures."
                        .formatted(Numbers.text(load), cores));
    }

    /** How a report begins: where and how it was measured, and whether it can be trusted. */
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
