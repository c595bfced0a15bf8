package dev.oncemore.examples.snippets;

import dev.oncemore.examples.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** A file of the documentation, for tests of what it says outside of Java blocks. */
final class Document {
    private Document() {}

    /** The text with every run of white space as one blank, so that line breaks do not matter. */
    static String words(String path) {
        return text(path).replaceAll("\\s+", " ");
    }

    static String text(String path) {
        try {
            return Files.readString(Repository.root().resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
