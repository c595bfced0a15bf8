package dev.oncemore.torture.net;

/** Shows what is under way. */
@FunctionalInterface
public interface ProgressLine {

    /** Shows nothing. */
    ProgressLine SILENT = text -> {};

    /** Replaces what the line said before. */
    void show(String text);
}
