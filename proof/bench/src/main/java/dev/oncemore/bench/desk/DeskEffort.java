package dev.oncemore.bench.desk;

/**
 * How thoroughly to measure.
 *
 * @param rows the rows of the large sheet
 * @param rounds how often it is read
 * @param pages how often its page is loaded
 * @param documents how many documents are sent
 */
record DeskEffort(int rows, int rounds, int pages, int documents) {
    static final DeskEffort QUICK = new DeskEffort(100_000, 3, 500, 4_000);
    static final DeskEffort FULL = new DeskEffort(100_000, 9, 1_000, 20_000);
}
