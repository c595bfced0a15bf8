package dev.oncemore.bench.lab;

import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.TemporaryFolder;
import dev.oncemore.lab.doctor.Doctor;
import dev.oncemore.lab.doctor.DoctorReport;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** The doctor's review of a jar with a certain number of real classes: those of the libraries on the class path. */
final class ReviewedClasses {
    private ReviewedClasses() {}

    /** Reviews a jar of this many classes; returns the seconds. */
    static double seconds(int classes) throws IOException {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path jar = folder.resolve("classes.jar");
            write(jar, classes);
            long start = System.nanoTime();
            DoctorReport report = new Doctor().review(List.of(jar));
            double seconds = (System.nanoTime() - start) / 1e9;
            if (report.classes() != classes || !report.problems().isEmpty()) {
                throw new MeasuringException(
                        "the doctor read " + report.classes() + " of " + classes + " classes: " + report.problems(),
                        null);
            }
            return seconds;
        }
    }

    private static void write(Path jar, int classes) throws IOException {
        Set<String> names = new HashSet<>();
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                if (place.endsWith(".jar") && names.size() < classes) {
                    copy(Path.of(place), out, names, classes);
                }
            }
        }
        if (names.size() < classes) {
            throw new MeasuringException("the class path has only " + names.size() + " classes", null);
        }
    }

    private static void copy(Path library, ZipOutputStream out, Set<String> names, int classes) throws IOException {
        try (ZipFile zip = new ZipFile(library.toFile())) {
            for (Enumeration<? extends ZipEntry> at = zip.entries(); at.hasMoreElements() && names.size() < classes; ) {
                ZipEntry entry = at.nextElement();
                if (isClass(entry.getName()) && names.add(entry.getName())) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream in = zip.getInputStream(entry)) {
                        in.transferTo(out);
                    }
                }
            }
        }
    }

    /** The doctor leaves out the descriptors of modules and packages, and the classes for other versions of Java. */
    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.endsWith("-info.class") && !name.startsWith("META-INF/");
    }
}
