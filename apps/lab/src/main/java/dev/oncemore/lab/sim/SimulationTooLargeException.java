package dev.oncemore.lab.sim;

import dev.oncemore.OncemoreException;

/** Thrown when a simulation would need more memory than it may use. */
public final class SimulationTooLargeException extends OncemoreException {
    private static final long serialVersionUID = 1;

    private static final long MEGABYTE = 1 << 20;

    SimulationTooLargeException(long bytesMax) {
        super("this simulation needs more than " + bytesMax / MEGABYTE + " MB of memory");
    }
}
