package dev.oncemore.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder, which is deleted with its content. */
public final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    /** Creates the folder. */
    public TemporaryFolder() {
        try {
            path = Files.createTempDirectory("oncemore-bench");
        } catch (IOException e) {
            throw new MeasuringException("no temporary folder can be created: " + e, e);
        }
    }

    /** The path of a file or folder in it, which need not exist. */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // Ignored, because the folder is temporary and a failure would lose the figures.
        }
    }
}
