package dev.oncemore.bench.once;

/**
 * The sizes of the tables of records.
 *
 * @param fewRows the rows of the small table
 * @param manyRows the rows of the large table
 * @param expiredRows how many of those are purged
 * @param lookUps the look-ups in each round
 */
record TableLoad(int fewRows, int manyRows, int expiredRows, int lookUps) {
    static final TableLoad QUICK = new TableLoad(100_000, 1_000_000, 100_000, 5_000);
    static final TableLoad FULL = new TableLoad(100_000, 10_000_000, 1_000_000, 20_000);

    private static final double FILLED_PER_SECOND = 100_000;
    private static final double PURGED_PER_SECOND = 20_000;

    /** The estimated duration. */
    double guessedSeconds() {
        return (fewRows + manyRows) / FILLED_PER_SECOND + expiredRows / PURGED_PER_SECOND + 2;
    }
}
