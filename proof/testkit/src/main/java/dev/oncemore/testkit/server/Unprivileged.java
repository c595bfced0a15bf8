package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How to run a program that refuses to run as root: in a user namespace, if the kernel allows one, which leaves the owner of
 * files unchanged; otherwise, as in most containers, as the user {@code nobody}, who must own the program's files.
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

    /** Finds the way that works for this program by running it with its version option. */
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

    /** Makes the user of the program the owner of a folder. */
    void own(Path folder, Path log) {
        if (prefix.equals(AS_NOBODY)) {
            Command.run(log, List.of("chown", "-R", NOBODY + ":" + NOBODY, folder.toString()));
        }
    }
}
