package dev.oncemore.torture.net;

/** Tells people what is under way. */
@FunctionalInterface
public interface ProgressLine {

    /** A line that tells nobody. */
    ProgressLine SILENT = text -> {};

    /** Replaces what the line said before. */
    void show(String text);
}
