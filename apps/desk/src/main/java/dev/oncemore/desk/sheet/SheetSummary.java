package dev.oncemore.desk.sheet;

import java.util.Map;

/**
 * A sheet in a list.
 *
 * @param sheet the sheet
 * @param counts how many of its rows are in each state
 * @param checking how many rows with an unknown outcome are sent again after a look-up
 * @param asking how many rows with an unknown outcome are only asked for, for up to a day
 * @param total what it amounts to
 */
public record SheetSummary(Sheet sheet, Map<RowState, Integer> counts, int checking, int asking, Total total) {
    /** How many rows it has. */
    public int rows() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How many rows have their document. */
    public int there() {
        return count(RowState.CREATED) + count(RowState.DUPLICATE);
    }

    /** How many rows need a person. */
    public int needing() {
        return count(RowState.ERROR) + count(RowState.UNKNOWN) - checking - asking;
    }

    /** How many rows have not come to an end by themselves; none before the sheet is confirmed. */
    public int underWay() {
        return sheet.isConfirmed() ? count(RowState.PENDING) + count(RowState.SENDING) + checking : 0;
    }

    private int count(RowState state) {
        return counts.getOrDefault(state, 0);
    }
}
