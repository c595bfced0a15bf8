package dev.oncemore.torture.net;

/** Shows the progress of a run, and each violation when it is found. */
@FunctionalInterface
public interface ProgressLine {

    /** Shows nothing. */
    ProgressLine SILENT = text -> {};

    /** Replaces the text of the line. */
    void show(String text);

    /** Shows a violation at once. Nets call it, from any thread, for each violation that their report will have. */
    default void found(Violation violation) {}
}
