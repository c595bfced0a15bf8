package dev.oncemore.bench.lab;

/**
 * How thoroughly to measure.
 *
 * @param calls simulated calls in a round
 * @param rounds measured rounds
 * @param clients clients of the large storm
 * @param repetitions repetitions of the contention experiment
 * @param classes classes that the doctor reviews
 */
record LabEffort(int calls, int rounds, int clients, int repetitions, int classes) {
    static final LabEffort QUICK = new LabEffort(1_000_000, 3, 1_000_000, 20, 10_000);
    static final LabEffort FULL = new LabEffort(3_000_000, 9, 1_000_000, 100, 10_000);
}
