package dev.oncemore.sandbox;

import java.time.Duration;
import java.util.Optional;

/**
 * How a sandbox behaves.
 *
 * @param port where it listens on loopback; 0 for any free one
 * @param faults what fails from the start
 * @param seed the same seed makes the same requests fail, where they come in the same order
 * @param perMinute how many requests a minute it takes before it answers 429; nothing for no limit
 * @param lockOut how long a 403 lasts
 * @param hang how long a request hangs that is not answered
 */
public record SandboxSettings(
        int port, Faults faults, long seed, Optional<Integer> perMinute, Duration lockOut, Duration hang) {
    private static final int PORT_MAX = 65_535;
    private static final Duration SPAN_MAX = Duration.ofHours(1);

    /** Checks each of them. */
    public SandboxSettings {
        if (port < 0 || port > PORT_MAX) {
            throw new IllegalArgumentException("the port is " + port + ", but ports are from 0 to " + PORT_MAX);
        }
        perMinute.filter(limit -> limit < 1).ifPresent(limit -> {
            throw new IllegalArgumentException("the limit is " + limit + " a minute, but it must be 1 or more");
        });
        requireSpan("lock-out", lockOut);
        requireSpan("hang", hang);
    }

    /** On any free port, without faults. */
    public static SandboxSettings standard() {
        return new SandboxSettings(0, Faults.NONE, 1, Optional.empty(), Duration.ofSeconds(2), Duration.ofSeconds(30));
    }

    /** The same with these faults. */
    public SandboxSettings faults(Faults other) {
        return new SandboxSettings(port, other, seed, perMinute, lockOut, hang);
    }

    /** The same whose requests hang so long. */
    public SandboxSettings hang(Duration other) {
        return new SandboxSettings(port, faults, seed, perMinute, lockOut, other);
    }

    /** The same on this port. */
    public SandboxSettings port(int other) {
        return new SandboxSettings(other, faults, seed, perMinute, lockOut, hang);
    }

    private static void requireSpan(String what, Duration span) {
        if (span.isNegative() || span.isZero() || span.compareTo(SPAN_MAX) > 0) {
            throw new IllegalArgumentException(
                    "the " + what + " is " + span + ", but it must be more than nothing and at most " + SPAN_MAX);
        }
    }
}
