package dev.oncemore.lab.doctor.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The class files of folders and jars, within bounds: an archive may be made to harm its reader. */
final class ClassFiles {
    static final int CLASS_BYTES_MAX = 4_000_000;
    static final int JAR_ENTRIES_MAX = 100_000;
    static final int CLASSES_MAX = 200_000;
    private static final long JAR_BYTES_MAX = 1_000_000_000;
    private static final long CLASS_BYTES_OF_JAR_MAX = 1_000_000_000;
    private static final int FILES_OF_FOLDER_MAX = 1_000_000;
    private static final String CLASS = ".class";
    /** The same classes for newer versions of Java, in a multi-release jar. */
    private static final String VERSIONS = "META-INF/versions/";

    private final BiConsumer<String, byte[]> each;
    private final Consumer<String> problems;
    private int classes;
    private long bytesOfJar;

    /**
     * Passes on classes.
     *
     * @param each gets the place of a class and its bytes
     * @param problems gets what could not be read, with the reason
     */
    ClassFiles(BiConsumer<String, byte[]> each, Consumer<String> problems) {
        this.each = each;
        this.problems = problems;
    }

    void read(Path path) {
        try {
            if (Files.isDirectory(path)) {
                readFolder(path);
            } else if (path.toString().endsWith(CLASS)) {
                readFile(path);
            } else {
                readJar(path);
            }
        } catch (IOException | UncheckedIOException e) {
            problems.accept(path + ": cannot be read (" + reason(e) + ")");
        }
    }

    private void readFolder(Path folder) throws IOException {
        int files = 0;
        // Links are not followed, so that a link to a parent is no endless folder.
        try (Stream<Path> all = Files.walk(folder)) {
            for (Iterator<Path> at = all.iterator(); at.hasNext(); ) {
                Path file = at.next();
                if (++files > FILES_OF_FOLDER_MAX) {
                    problems.accept(
                            folder + ": has more than " + FILES_OF_FOLDER_MAX + " files; name a smaller folder");
                    return;
                }
                String name = file.toString();
                boolean isForOtherVersion = folder.relativize(file).startsWith(VERSIONS);
                if (name.endsWith(CLASS) && !isForOtherVersion && Files.isRegularFile(file)) {
                    if (!readFile(file) && classes > CLASSES_MAX) {
                        return;
                    }
                } else if (name.endsWith(".jar") && Files.isRegularFile(file)) {
                    read(file); // a damaged one must not keep the others from being read
                }
            }
        }
    }

    private boolean readFile(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return pass(file.toString(), in);
        }
    }

    private void readJar(Path jar) throws IOException {
        if (Files.size(jar) > JAR_BYTES_MAX) {
            problems.accept(jar + ": has more than " + JAR_BYTES_MAX + " bytes");
            return;
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            if (zip.size() > JAR_ENTRIES_MAX) {
                problems.accept(jar + ": has " + zip.size() + " entries, and at most " + JAR_ENTRIES_MAX + " are read");
                return;
            }
            bytesOfJar = 0;
            for (Enumeration<? extends ZipEntry> at = zip.entries(); at.hasMoreElements(); ) {
                ZipEntry entry = at.nextElement();
                if (!entry.getName().endsWith(CLASS) || entry.getName().startsWith(VERSIONS)) {
                    continue;
                }
                if (bytesOfJar > CLASS_BYTES_OF_JAR_MAX) {
                    problems.accept(jar + ": its classes unpack to more than " + CLASS_BYTES_OF_JAR_MAX + " bytes");
                    return;
                }
                try (InputStream in = zip.getInputStream(entry)) {
                    if (!pass(jar + "!/" + entry.getName(), in)) {
                        return;
                    }
                }
            }
        } catch (IllegalArgumentException e) {
            problems.accept(jar + ": is not a valid archive (" + reason(e) + ")");
        }
    }

    /** Whether the next may follow. */
    private boolean pass(String place, InputStream in) throws IOException {
        if (place.endsWith("module-info.class") || place.endsWith("package-info.class")) {
            return true;
        }
        if (++classes > CLASSES_MAX) {
            problems.accept(place + ": only the first " + CLASSES_MAX + " classes are read; name fewer");
            return false;
        }
        // The declared size of an entry may be a lie, so that only the bytes that come count.
        byte[] bytes = in.readNBytes(CLASS_BYTES_MAX + 1);
        bytesOfJar += bytes.length;
        if (bytes.length > CLASS_BYTES_MAX) {
            problems.accept(place + ": unpacks to more than " + CLASS_BYTES_MAX + " bytes, which no compiler writes");
            return false;
        }
        each.accept(place, bytes);
        return true;
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
