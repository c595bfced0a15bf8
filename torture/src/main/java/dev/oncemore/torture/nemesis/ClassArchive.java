package dev.oncemore.torture.nemesis;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Classes as a JVM has loaded and checked them, which the JVMs that follow map into memory: nodes then start in half the time.
 * A JVM archives classes of jars only; with class folders, as in tests of the build, nodes do without.
 */
record ClassArchive(Path file) {

    boolean isPossible() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .allMatch(entry -> entry.endsWith(".jar"));
    }

    /** For the JVM that makes it when it ends. */
    List<String> makingIt() {
        return List.of("-XX:ArchiveClassesAtExit=" + file);
    }

    /** For JVMs that use it. */
    List<String> usingIt() {
        return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
    }
}
