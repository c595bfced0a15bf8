package dev.oncemore.examples.snippets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** A file of the documentation, for tests of what it says outside of Java blocks. */
final class Document {
    private Document() {}

    /** The text with every run of white space as one blank, so that line breaks do not matter. */
    static String words(String path) {
        return text(path).replaceAll("\\s+", " ");
    }

    static String text(String path) {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("LICENSE"))) {
            folder = Objects.requireNonNull(folder.getParent(), "no folder with a LICENSE above");
        }
        try {
            return Files.readString(folder.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
