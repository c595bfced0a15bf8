package dev.oncemore.torture.nemesis;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A class data sharing archive (CDS), with which nodes start in half the time. A JVM archives classes from jars only, so nodes
 * that run from class folders, as in the build's tests, do without.
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
