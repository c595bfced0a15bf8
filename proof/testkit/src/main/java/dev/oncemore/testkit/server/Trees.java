package dev.oncemore.testkit.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Copies, counts and deletes folders with their content. */
final class Trees {
    private static final int DELETIONS_MAX = 100;

    private Trees() {}

    /** Copies a folder with all permissions; the target must not exist. */
    static void copy(Path from, Path to) {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Files.copy(
                        path,
                        to.resolve(from.relativize(path)),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The number of files and folders, including the folder itself. */
    static long count(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a folder if it exists. A process that is just ending may still write and delete in it. */
    static void delete(Path folder) {
        try {
            for (int i = 0; i < DELETIONS_MAX && Files.exists(folder); i++) {
                Files.walkFileTree(folder, new Deleting());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Deleting extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException late) {
                // Written meanwhile; the next round deletes it.
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
