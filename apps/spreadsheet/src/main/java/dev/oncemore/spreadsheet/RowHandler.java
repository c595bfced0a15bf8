package dev.oncemore.spreadsheet;

/** Gets the rows of a sheet in their order, without those that are blank. */
@FunctionalInterface
public interface RowHandler {
    /** Takes a row; false when no more are wanted. */
    boolean take(FileRow row);
}
