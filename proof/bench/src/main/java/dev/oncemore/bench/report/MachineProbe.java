package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.CpuWatch;
import dev.oncemore.bench.measure.Disturbance;
import dev.oncemore.bench.measure.Machine;
import dev.oncemore.bench.measure.MeasuringException;
import java.time.Duration;
import java.util.Optional;

/** Tells how busy the machine is. */
@FunctionalInterface
interface MachineProbe {

    /**
     * A reading before a section.
     *
     * @param machine the machine with its load average
     * @param others what other programs take now; empty on systems that do not tell
     */
    record Reading(Machine machine, Optional<Disturbance> others) {
        /** Why nothing can be measured now; empty if it can. */
        Optional<String> objection() {
            return machine.warning()
                    .map(busy -> "its load is %.2f on %d cores; at most %.1f is allowed"
                            .formatted(machine.load(), machine.cores(), machine.loadMax()))
                    .or(() -> others.flatMap(Disturbance::objection));
        }
    }

    Reading read();

    /** This machine, watched for two seconds. */
    static MachineProbe ofThisMachine() {
        return () -> {
            CpuWatch watch = CpuWatch.start();
            pause(Duration.ofSeconds(2));
            return new Reading(Machine.now(), watch.since("a look of two seconds"));
        };
    }

    private static void pause(Duration span) {
        try {
            Thread.sleep(span.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MeasuringException("interrupted", e);
        }
    }
}
