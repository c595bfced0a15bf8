package dev.oncemore.bench.measure;

import java.time.LocalDate;
import java.time.ZoneOffset;

/** Where and when figures were measured, without which they mean little. */
public final class Machine {
    private Machine() {}

    /** For example {@code JDK 25.0.1 (Eclipse Adoptium), 2 cores, Linux amd64, 2026-11-15}. */
    public static String line() {
        int cores = Runtime.getRuntime().availableProcessors();
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
