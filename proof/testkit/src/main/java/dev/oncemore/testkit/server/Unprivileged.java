package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to run a program that refuses to run as root. In a namespace in which root is nobody, where the kernel gives us one,
 * files stay as they are; containers mostly don't, and there the program runs as nobody indeed, who must own its files.
 */
final class Unprivileged {
    private static final String NOBODY = "65534";
    private static final List<String> IN_NAMESPACE = List.of("unshare", "-U");
    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

    private final List<String> prefix;

    private Unprivileged(List<String> prefix) {
        this.prefix = prefix;
    }

    /** The way that works for this program, found by asking for its version. */
    static Unprivileged wayFor(Path program, boolean root) {
        List<List<String>> ways = root ? List.of(IN_NAMESPACE, AS_NOBODY) : List.of(List.of());
        for (List<String> way : ways) {
            Unprivileged unprivileged = new Unprivileged(way);
            if (Command.succeeds(unprivileged.command(List.of(program.toString(), "--version")))) {
                return unprivileged;
            }
        }
        throw new OncemoreException(
                root
                        ? program + " refuses to run as root, and runs neither under " + IN_NAMESPACE + " nor "
                                + AS_NOBODY + " (of util-linux): run the tests as another user"
                        : program + " does not run on this system: its C library may be too old, or not glibc");
    }

    List<String> command(List<String> command) {
        List<String> whole = new ArrayList<>(prefix);
        whole.addAll(command);
        return List.copyOf(whole);
    }

    /** Hands a folder to whoever the program runs as. */
    void own(Path folder, Path log) {
        if (prefix.equals(AS_NOBODY)) {
            Command.run(log, List.of("chown", "-R", NOBODY + ":" + NOBODY, folder.toString()));
        }
    }
}
