package dev.oncemore.spreadsheet;

/** Called at least once for each row and each block of bytes while a file is read or written, so that the caller can end it. */
@FunctionalInterface
public interface Checkpoint {
    /** For files that somebody reads on a machine of their own. */
    Checkpoint NONE = () -> {};

    /** Throws an unchecked exception to end the work. */
    void pass();
}
