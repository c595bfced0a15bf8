package dev.oncemore.server;

import java.io.PrintWriter;
import java.io.StringWriter;

/** The command line as users call it, and what its last run said. */
final class CommandRun {
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    /** Runs it and answers the exit code. */
    int run(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        return Oncemore.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
