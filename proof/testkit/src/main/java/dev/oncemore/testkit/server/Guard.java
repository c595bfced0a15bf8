package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A small process that outlives the JVM, however it ends, and cleans up: it waits for the end of its input, which comes when
 * the JVM is gone, then kills a server and deletes a folder.
 */
final class Guard implements AutoCloseable {
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            read -r nothing
            if [ "$1" -gt 0 ]; then
              kill -s "$2" "$1" && sleep 1 && kill -s KILL "$1"
            fi
            rm -rf "$3"
            """;

    private final Process process;

    private Guard(Process process) {
        this.process = process;
    }

    /** A guard of a folder only. */
    static Guard over(Path folder) {
        return over(0, "", folder);
    }

    /** A guard of a server, which it ends with this signal, and its folder. */
    static Guard over(long pid, String signal, Path folder) {
        try {
            List<String> command =
                    List.of("/bin/sh", "-c", SCRIPT, "oncemore-guard", Long.toString(pid), signal, folder.toString());
            return new Guard(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new OncemoreException("cannot run /bin/sh", e);
        }
    }

    /** Ends the guard when its work is done. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
