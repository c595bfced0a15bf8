package dev.oncemore.spreadsheet;

/** Receives the rows of a sheet in order, without blank ones. */
@FunctionalInterface
public interface RowHandler {
    /** Handles a row; returns false to stop. */
    boolean take(FileRow row);
}
