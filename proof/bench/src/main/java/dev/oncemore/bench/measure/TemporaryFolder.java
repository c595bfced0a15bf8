package dev.oncemore.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for what is measured, which goes with everything in it. */
public final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    /** Makes it. */
    public TemporaryFolder() {
        try {
            path = Files.createTempDirectory("oncemore-bench");
        } catch (IOException e) {
            throw new MeasuringException("there is no place for temporary files: " + e, e);
        }
    }

    /** A file or folder in it, which need not be there. */
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
            // It is in the folder for temporary files, and figures are worth more than order.
        }
    }
}
