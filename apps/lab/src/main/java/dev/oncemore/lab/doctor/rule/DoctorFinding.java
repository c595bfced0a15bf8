package dev.oncemore.lab.doctor.rule;

import java.util.Objects;

/**
 * Something questionable, with its place.
 *
 * @param rule what was found
 * @param file the file: settings, a source or a class file
 * @param line the line in it, or in the source of a class file; 0 if unknown
 * @param subject the policy, the call ({@code orders → payments}) or the method ({@code com.acme.Orders.pay}) it is about
 * @param message the values and what follows from them
 */
public record DoctorFinding(RetryRule rule, String file, int line, String subject, String message) {

    /** Requires all, and replaces control characters: the name of a class may hold what a terminal or a CI would obey. */
    public DoctorFinding {
        Objects.requireNonNull(rule, "rule");
        file = printable(file);
        subject = printable(subject);
        message = printable(message);
    }

    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /** The same finding in another file, such as the source of a class file. */
    public DoctorFinding in(String otherFile) {
        return new DoctorFinding(rule, otherFile, line, subject, message);
    }

    /** The file and, if known, the line: {@code policies.yaml:7}. */
    public String place() {
        return line > 0 ? file + ":" + line : file;
    }
}
