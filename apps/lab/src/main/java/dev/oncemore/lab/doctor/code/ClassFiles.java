package dev.oncemore.lab.doctor.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Reads the class files of folders and jars, and the configuration that is packed with them. All sizes are bounded: an
 * archive may be malicious.
 */
final class ClassFiles {
    static final int CLASS_BYTES_MAX = 4_000_000;
    static final int JAR_ENTRIES_MAX = 100_000;
    static final int CLASSES_MAX = 200_000;
    private static final int CONFIGURATION_BYTES_MAX = 1_000_000;
    private static final long JAR_BYTES_MAX = 1_000_000_000;
    private static final long BYTES_OF_JAR_MAX = 1_000_000_000;
    private static final int FILES_OF_FOLDER_MAX = 1_000_000;
    private static final String CLASS = ".class";
    private static final String JAR = ".jar";
    /** The same classes for newer versions of Java, in a multi-release jar. */
    private static final String VERSIONS = "META-INF/versions/";

    /** Where Spring Boot looks in an executable jar, a web application or a plain jar. */
    private static final Pattern CONFIGURATION = Pattern.compile(
            "(?:(?:BOOT|WEB)-INF/classes/)?(?:config/)?(?:application|bootstrap)(?:-[\\w-]+)?\\.(?:ya?ml|properties)");

    private final PathMatcher libraries;
    private final Found found;
    private int classes;
    private long bytesOfJar;

    /**
     * Passes on classes.
     *
     * @param libraries which jars inside jars are read as well, by their file name
     * @param found gets the files
     */
    ClassFiles(PathMatcher libraries, Found found) {
        this.libraries = libraries;
        this.found = found;
    }

    /** Gets each file with its place. */
    interface Found {
        void classFile(String place, byte[] bytes);

        void configuration(String place, byte[] bytes);

        /** What was left out by design, with what to do about it. */
        void notRead(String what);

        /** What could not be read, with the reason. */
        void problem(String what);
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
            found.problem(path + ": cannot be read (" + reason(e) + ")");
        }
    }

    private void readFolder(Path folder) throws IOException {
        int files = 0;
        // Links are not followed, so that a link to a parent is no endless folder.
        try (Stream<Path> all = Files.walk(folder)) {
            for (Iterator<Path> at = all.iterator(); at.hasNext(); ) {
                Path file = at.next();
                if (++files > FILES_OF_FOLDER_MAX) {
                    found.problem(folder + ": has more than " + FILES_OF_FOLDER_MAX + " files; name a smaller folder");
                    return;
                }
                String name = file.toString();
                boolean isForOtherVersion = folder.relativize(file).startsWith(VERSIONS);
                if (name.endsWith(CLASS) && !isForOtherVersion && Files.isRegularFile(file)) {
                    if (!readFile(file) && classes > CLASSES_MAX) {
                        return;
                    }
                } else if (name.endsWith(JAR) && Files.isRegularFile(file)) {
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
            found.problem(jar + ": has more than " + JAR_BYTES_MAX + " bytes");
            return;
        }
        bytesOfJar = 0;
        List<String> left = new ArrayList<>();
        readEntries(jar, jar.toString(), (zip, entry) -> readInner(jar, zip, entry, left));
        if (!left.isEmpty()) {
            found.notRead(jar + ": " + (left.size() == 1 ? "1 jar" : left.size() + " jars") + " inside, such as "
                    + left.get(0) + "; --libraries 'NAME*' reads those that match");
        }
    }

    @FunctionalInterface
    private interface Inner {
        /** Whether the next entry may follow. */
        boolean read(ZipFile zip, ZipEntry entry) throws IOException;
    }

    private boolean readEntries(Path file, String jar, Inner inner) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.size() > JAR_ENTRIES_MAX) {
                found.problem(jar + ": has " + zip.size() + " entries, and at most " + JAR_ENTRIES_MAX + " are read");
                return true;
            }
            for (Enumeration<? extends ZipEntry> at = zip.entries(); at.hasMoreElements(); ) {
                ZipEntry entry = at.nextElement();
                if (bytesOfJar > BYTES_OF_JAR_MAX) {
                    found.problem(jar + ": unpacks to more than " + BYTES_OF_JAR_MAX + " bytes");
                    return false;
                }
                if (!readEntry(zip, jar, entry, inner)) {
                    return false;
                }
            }
        } catch (IllegalArgumentException e) {
            found.problem(jar + ": is not a valid archive (" + reason(e) + ")");
        }
        return true;
    }

    private boolean readEntry(ZipFile zip, String jar, ZipEntry entry, Inner inner) throws IOException {
        String name = entry.getName();
        String place = jar + "!/" + name;
        if (name.endsWith(CLASS) && !name.startsWith(VERSIONS)) {
            try (InputStream in = zip.getInputStream(entry)) {
                return pass(place, in);
            }
        }
        if (name.endsWith(JAR)) {
            return inner.read(zip, entry);
        }
        if (CONFIGURATION.matcher(name).matches()) {
            try (InputStream in = zip.getInputStream(entry)) {
                byte[] bytes = in.readNBytes(CONFIGURATION_BYTES_MAX + 1);
                bytesOfJar += bytes.length;
                found.configuration(place, bytes);
            }
        }
        return true;
    }

    /** Reads a jar inside a jar, but not the jars inside it. */
    private boolean readInner(Path jar, ZipFile zip, ZipEntry entry, List<String> left) throws IOException {
        String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
        if (!libraries.matches(Path.of(name))) {
            left.add(entry.getName());
            return true;
        }
        String place = jar + "!/" + entry.getName();
        Path copy = Files.createTempFile("oncemore-check", JAR);
        try {
            if (!copied(zip, entry, copy)) {
                found.problem(place + ": the jars inside unpack to more than " + BYTES_OF_JAR_MAX + " bytes");
                return false;
            }
            return readEntries(copy, place, (inside, nested) -> {
                left.add(entry.getName() + "!/" + nested.getName());
                return true;
            });
        } catch (ZipException e) {
            found.problem(place + ": cannot be read (" + reason(e) + ")");
            return true;
        } finally {
            Files.delete(copy);
        }
    }

    /** Copies an entry to a file, unless it is too large: the directory of a zip file allows to skip entries unread. */
    private boolean copied(ZipFile zip, ZipEntry entry, Path copy) throws IOException {
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(copy)) {
            byte[] part = new byte[64 * 1024];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                bytesOfJar += read;
                if (bytesOfJar > BYTES_OF_JAR_MAX) {
                    return false;
                }
                out.write(part, 0, read);
            }
            return true;
        }
    }

    /** Whether the next may follow. */
    private boolean pass(String place, InputStream in) throws IOException {
        if (place.endsWith("module-info.class") || place.endsWith("package-info.class")) {
            return true;
        }
        if (++classes > CLASSES_MAX) {
            found.problem(place + ": only the first " + CLASSES_MAX + " classes are read; name fewer");
            return false;
        }
        // The declared size of an entry may be a lie, so that only the bytes that come count.
        byte[] bytes = in.readNBytes(CLASS_BYTES_MAX + 1);
        bytesOfJar += bytes.length;
        if (bytes.length > CLASS_BYTES_MAX) {
            found.problem(place + ": unpacks to more than " + CLASS_BYTES_MAX + " bytes, which no compiler writes");
            return false;
        }
        found.classFile(place, bytes);
        return true;
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
