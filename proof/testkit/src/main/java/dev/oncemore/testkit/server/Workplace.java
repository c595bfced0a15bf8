package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folder of unpacked servers and their data: one for each user in the system's temporary folder. Other users may read it,
 * because root's PostgreSQL runs as another user, and only its owner may write.
 */
final class Workplace {
    private static final String COMPLETE = "complete";

    private final Path folder;

    private Workplace(Path folder) {
        this.folder = folder;
    }

    /** The workplace of this user. */
    static Workplace ofUser() {
        return in(durable(Path.of(System.getProperty("java.io.tmpdir", "/tmp")), Path.of("/var/tmp")));
    }

    static Workplace in(Path temporary) {
        // A user without a name is shown as "?", which has a meaning in URLs.
        String user = System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
        Path folder = temporary.resolve("oncemore-testkit-" + user);
        try {
            createIfMissing(folder);
            Path own = Files.createTempFile(folder, "owner", "");
            boolean ours = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(own));
            Files.delete(own);
            if (!ours) {
                // The folder's owner could replace the programs that we run.
                throw new OncemoreException(folder + " belongs to "
                        + Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS) + " and not to " + user
                        + ": delete it, or choose another place with -Djava.io.tmpdir");
            }
            return new Workplace(folder);
        } catch (IOException e) {
            throw new OncemoreException("cannot use " + folder + " for test servers", e);
        }
    }

    /** Avoids file systems in memory, on which every commit looks cheap; the second folder is on disk by convention. */
    private static Path durable(Path first, Path second) {
        try {
            boolean inMemory = Files.getFileStore(first).type().equals("tmpfs");
            return inMemory && Files.isWritable(second) ? second : first;
        } catch (IOException e) {
            throw new OncemoreException("cannot use " + first + " for test servers", e);
        }
    }

    private static void createIfMissing(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (FileAlreadyExistsException e) {
            // Created by an earlier run, or by a JVM that starts at the same time.
        }
    }

    /** Whether this user is root, as which some servers refuse to run. */
    boolean isRoots() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(folder, "unix:uid"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates an empty folder for one server's data. Other users may traverse it, but not list it. */
    Path instance(String name) {
        return fresh(name + "-", "rwx--x--x");
    }

    /**
     * A folder that is prepared once and then kept. JVMs that start at the same time prepare one each, and all but the
     * first to finish delete theirs; this needs no locks, and a folder is never half-prepared. A folder that lost files is
     * prepared again, because systems clean their temporary folders.
     */
    Path installation(String name, Preparation preparation) {
        Path installation = folder.resolve(name);
        if (isComplete(installation)) {
            return installation;
        }
        Path prepared = fresh("." + name + "-", "rwxr-xr-x");
        try {
            preparation.prepare(prepared);
            Files.writeString(prepared.resolve(COMPLETE), Long.toString(Trees.count(prepared) + 1));
            publish(prepared, installation);
        } catch (IOException e) {
            throw new OncemoreException("cannot prepare " + installation, e);
        } finally {
            Trees.delete(prepared);
        }
        return installation;
    }

    private void publish(Path prepared, Path installation) throws IOException {
        try {
            Files.move(prepared, installation, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (isComplete(installation)) {
                return; // Another JVM was faster.
            }
            Trees.delete(installation);
            Files.move(prepared, installation, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static boolean isComplete(Path installation) {
        try {
            Path complete = installation.resolve(COMPLETE);
            return Files.exists(complete)
                    && Files.readString(complete).equals(Long.toString(Trees.count(installation)));
        } catch (IOException | UncheckedIOException e) {
            return false; // It is being deleted.
        }
    }

    private Path fresh(String prefix, String permissions) {
        try {
            Path fresh = Files.createTempDirectory(folder, prefix);
            return Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(permissions));
        } catch (IOException e) {
            throw new OncemoreException("cannot make a folder for test servers in " + folder, e);
        }
    }

    /** Fills an empty folder. */
    @FunctionalInterface
    interface Preparation {
        void prepare(Path folder) throws IOException;
    }
}
