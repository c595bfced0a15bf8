package dev.oncemore.server.desk;

import java.util.Map;

/**
 * What came of sending rows again.
 *
 * @param rows how many rows are sent again
 * @param documents how many documents they make up
 * @param skipped why others were not, by their row
 */
public record ResendResult(int rows, int documents, Map<Integer, String> skipped) {}
