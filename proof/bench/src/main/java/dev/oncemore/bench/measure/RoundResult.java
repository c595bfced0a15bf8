package dev.oncemore.bench.measure;

/**
 * What a round came to.
 *
 * @param calls the calls of all callers together
 * @param seconds the elapsed time
 * @param cpu the CPU time of this process and of its servers
 */
public record RoundResult(long calls, double seconds, CpuTime cpu) {

    /** The calls per second of all callers together. */
    public double callsPerSecond() {
        return calls / seconds;
    }

    /** The elapsed time of one call of a lone caller. */
    public double nanosPerCall() {
        return seconds * 1e9 / calls;
    }

    /** The CPU time of one call in this process. */
    public double ownMicrosPerCall() {
        return cpu.ownNanos() / 1e3 / calls;
    }

    /** The CPU time of one call, including that of the servers. */
    public double microsPerCall() {
        return (cpu.ownNanos() + cpu.othersNanos()) / 1e3 / calls;
    }
}
