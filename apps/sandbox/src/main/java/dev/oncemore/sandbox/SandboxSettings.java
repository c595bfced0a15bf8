package dev.oncemore.sandbox;

import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a sandbox.
 *
 * @param port the port on loopback; 0 for any free one
 * @param faults the faults from the start
 * @param seed makes the same requests fail, if they come in the same order
 * @param perMinute the requests per minute after which it answers 429; empty for no limit
 * @param lockOut how long a 403 lasts
 * @param hang how long a hanging request is held
 */
public record SandboxSettings(
        int port, Faults faults, long seed, Optional<Integer> perMinute, Duration lockOut, Duration hang) {
    private static final int PORT_MAX = 65_535;
    private static final Duration SPAN_MAX = Duration.ofHours(1);

    /** Checks the bounds. */
    public SandboxSettings {
        if (port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException("the port must be from 0 to " + PORT_MAX + ", but is " + port);
        }
        perMinute.filter(limit -> limit < 1).ifPresent(limit -> {
            throw new IllegalArgumentException("the limit must be at least 1 per minute, but is " + limit);
        });
        requireSpan("lock-out", lockOut);
        requireSpan("hang", hang);
    }

    /** On any free port, without faults. */
    public static SandboxSettings standard() {
        return new SandboxSettings(0, Faults.NONE, 1, Optional.empty(), Duration.ofSeconds(2), Duration.ofSeconds(30));
    }

    /** A copy with these faults. */
    public SandboxSettings faults(Faults other) {
        return new SandboxSettings(port, other, seed, perMinute, lockOut, hang);
    }

    /** A copy in which requests hang this long. */
    public SandboxSettings hang(Duration other) {
        return new SandboxSettings(port, faults, seed, perMinute, lockOut, other);
    }

    /** A copy with this port. */
    public SandboxSettings port(int other) {
        return new SandboxSettings(other, faults, seed, perMinute, lockOut, hang);
    }

    private static void requireSpan(String what, Duration span) {
        if (span.isNegative() || span.isZero() || span.compareTo(SPAN_MAX) > 0) {
            throw new IllegalArgumentException(
                    "the " + what + " must be more than 0 and at most " + SPAN_MAX + ", but is " + span);
        }
    }
}
