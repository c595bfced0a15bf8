package dev.oncemore.bench.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** The load above which figures are unreliable. */
    public double loadMax() {
        return BUSY_SHARE * cores;
    }

    /** A warning if other programs were running. */
    public Optional<String> warning() {
        return load <= loadMax()
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

    /** For example {@code JDK 25.0.1 (Eclipse Adoptium), AMD EPYC, 2 cores, 23.5 GB, Debian 12, Linux 6.1 amd64, 2026-11-15}. */
    public String line() {
        return "JDK %s (%s), %s%d %s, %s%s %s %s, %s"
                .formatted(
                        System.getProperty("java.version"),
                        System.getProperty("java.vendor"),
                        found("/proc/cpuinfo", "model name\\s*: (.+)"),
                        cores,
                        cores == 1 ? "core" : "cores",
                        memory() + found("/etc/os-release", "PRETTY_NAME=\"(.+)\""),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch"),
                        LocalDate.now(ZoneOffset.UTC));
    }

    private static String memory() {
        long bytes = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getTotalMemorySize();
        return Numbers.text(bytes / (double) (1 << 30)) + " GB, ";
    }

    /** The group of a pattern in a file of the system, and a comma; nothing if this system has no such file. */
    private static String found(String file, String pattern) {
        try {
            Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
            return matcher.find() ? matcher.group(1).strip() + ", " : "";
        } catch (IOException e) {
            return "";
        }
    }
}
