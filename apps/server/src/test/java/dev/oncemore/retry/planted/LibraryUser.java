package dev.oncemore.retry.planted;

import picocli.CommandLine;

/** A kernel class that uses a library. */
public final class LibraryUser {

    private LibraryUser() {}

    static CommandLine commandLine() {
        return new CommandLine(new Object());
    }
}
