package dev.oncemore.desk.sheet;

/**
 * What is wrong with a cell.
 *
 * @param row where
 * @param column where
 * @param value what is there
 * @param expected what should be there
 */
public record CellProblem(int row, Column column, String value, String expected) {
    /** The problem as a sentence. */
    String sentence() {
        return "row " + row + ", " + column.word() + ": "
                + (value.isEmpty() ? "empty" : "'" + Preview.shortened(value) + "'") + ", expected " + expected;
    }
}
