package dev.oncemore.desk.send;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What came of sending rows again.
 *
 * @param rows how many rows are sent again
 * @param documents how many documents they make up
 * @param skippedRows how many of the chosen rows are not
 * @param skipped why they are not, by row number; the first ones if there are many
 */
public record ResendResult(int rows, int documents, int skippedRows, Map<Integer, Skipped> skipped) {
    /**
     * Why a row was not sent again.
     *
     * @param isCreated whether its document exists already; otherwise its cells are wrong
     * @param why for people
     */
    public record Skipped(boolean isCreated, String why) {}

    /** Why rows were skipped, by their number. */
    public Map<Integer, String> reasons() {
        Map<Integer, String> reasons = new LinkedHashMap<>();
        skipped.forEach((row, skip) -> reasons.put(row, skip.why()));
        return reasons;
    }
}
