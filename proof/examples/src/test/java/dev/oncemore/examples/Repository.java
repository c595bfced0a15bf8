package dev.oncemore.examples;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checkout that the tests run in. */
public final class Repository {
    private Repository() {}

    /** The nearest folder upwards that holds the licence, whichever folder the tests were started in. */
    public static Path root() {
        Path start = Path.of("").toAbsolutePath();
        Path folder = start;
        while (!Files.exists(folder.resolve("LICENSE"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("no folder with a LICENSE above " + start);
            }
        }
        return folder;
    }
}
