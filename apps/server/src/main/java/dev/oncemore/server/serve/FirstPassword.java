package dev.oncemore.server.serve;

import dev.oncemore.OncemoreException;
import dev.oncemore.operations.store.PrivateFiles;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Shows the password of the first account on the terminal. Without a terminal the output of a server is usually kept in logs,
 * so the password goes to a file that only its owner can read.
 */
public final class FirstPassword {
    private static final String FILE = "first-password";
    private static final int FILES_MAX = 1_000;

    private FirstPassword() {}

    /** Shows it; without a terminal, in a file in this folder. */
    public static void tell(PrintWriter out, String password, Path folder) {
        tell(out, password, folder, isTerminal());
    }

    static void tell(PrintWriter out, String password, Path folder, boolean isTerminal) {
        if (isTerminal) {
            out.println("log in as admin with the password " + password + "  (shown only now)");
        } else {
            out.println("log in as admin with the password in " + write(folder, password) + "; then delete that file");
        }
    }

    /** Writes it to a new file that only its owner can read. An existing file may hold the password of another store. */
    static Path write(Path folder, String password) {
        Path file = folder.resolve(FILE);
        for (int number = 2; Files.exists(file) && number <= FILES_MAX; number++) {
            file = folder.resolve(FILE + "-" + number);
        }
        try {
            PrivateFiles.create(file, password + System.lineSeparator());
            return file;
        } catch (IOException e) {
            throw new OncemoreException(
                    "the password of admin cannot be written to " + file
                            + ": start once on a terminal with another store",
                    e);
        }
    }

    /** The launcher looks at standard output itself; newer JDKs have a console without a terminal. */
    @SuppressWarnings("SystemConsoleNull") // it does before JDK 22
    private static boolean isTerminal() {
        if (System.getProperty("oncemore.terminal") != null) {
            return Boolean.getBoolean("oncemore.terminal");
        }
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            // Before JDK 22 a console is a terminal.
            return true;
        }
    }
}
