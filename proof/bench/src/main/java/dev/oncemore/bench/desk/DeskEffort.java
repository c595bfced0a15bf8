package dev.oncemore.bench.desk;

/**
 * How thoroughly to measure.
 *
 * @param rows how many rows the large sheet has
 * @param rounds how often it is read
 * @param pages how often its page is looked at
 * @param documents how many are sent
 */
record DeskEffort(int rows, int rounds, int pages, int documents) {
    static final DeskEffort QUICK = new DeskEffort(100_000, 3, 200, 4_000);
    static final DeskEffort FULL = new DeskEffort(100_000, 9, 1_000, 20_000);
}
