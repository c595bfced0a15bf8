package dev.oncemore.bench.lab;

import dev.oncemore.bench.measure.Figures;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.bench.measure.Target;
import java.util.List;

/** The targets of the lab. */
final class LabTargets {
    private static final double ATTEMPTS_MIN = 1_000_000;
    private static final double FULL_MAX = 0.5;
    private static final double DECORRELATED_MIN = 0.8;
    private static final double DECORRELATED_MAX = 1.2;

    private static final double DOCTOR_SECONDS_MAX = 30;

    private LabTargets() {}

    static List<Target> of(Figures figures) {
        double full = figures.value(LabMeasuring.CONTENTION, LabMeasuring.FULL, LabMeasuring.CALLS);
        double plain = figures.value(LabMeasuring.CONTENTION, LabMeasuring.PLAIN, LabMeasuring.CALLS);
        double decorrelated =
                figures.value(LabMeasuring.CONTENTION, LabMeasuring.DECORRELATED, LabMeasuring.CALLS) / full;
        return List.of(
                Target.atLeast(
                        LabMeasuring.ATTEMPTS,
                        figures.value(LabMeasuring.ATTEMPTS, Subject.ONCEMORE, LabMeasuring.PER_SECOND),
                        ATTEMPTS_MIN,
                        " attempts/s"),
                Target.atMost(
                        LabMeasuring.CLIENTS,
                        figures.value(LabMeasuring.CLIENTS, Subject.ONCEMORE, LabMeasuring.LIVE),
                        LargeStorm.HEAP_MEGABYTES,
                        " MB live heap"),
                Target.below(LabMeasuring.CONTENTION, full / plain, FULL_MAX, " × the calls without jitter"),
                Target.atLeast(LabMeasuring.CONTENTION, decorrelated, DECORRELATED_MIN, " × the calls of full jitter"),
                Target.atMost(LabMeasuring.CONTENTION, decorrelated, DECORRELATED_MAX, " × the calls of full jitter"),
                Target.atMost(
                        LabMeasuring.DOCTOR,
                        figures.value(LabMeasuring.DOCTOR, Subject.ONCEMORE, LabMeasuring.SECONDS),
                        DOCTOR_SECONDS_MAX,
                        " s"));
    }
}
