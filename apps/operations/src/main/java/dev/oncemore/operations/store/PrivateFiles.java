package dev.oncemore.operations.store;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Files that only their owner can read, in folders that only their owner can enter. Where there are no POSIX permissions, the
 * permissions of the folder above decide.
 */
public final class PrivateFiles {
    private static final boolean IS_POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OWNER_FOLDER = PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {}

    /**
     * Makes the folder and an empty file for an embedded store. SQLite gives the files beside it the same permissions. A folder
     * that exists is left as it is, since it may not be ours alone; the files of a store that exists are closed to others.
     */
    static void prepareStore(Path store) {
        Path folder = store.toAbsolutePath().getParent();
        try {
            if (folder != null && !Files.isDirectory(folder)) {
                Files.createDirectories(folder, attributes(OWNER_FOLDER));
            }
        } catch (IOException e) {
            throw new OncemoreException("the folder " + folder + " for the store cannot be created; choose another", e);
        }
        try {
            Files.createFile(store, attributes(OWNER_FILE));
        } catch (FileAlreadyExistsException e) {
            for (String suffix : new String[] {"", "-wal", "-shm", "-journal"}) {
                close(store.resolveSibling(store.getFileName() + suffix));
            }
        } catch (IOException e) {
            throw new OncemoreException("the store " + store + " cannot be created; choose another place", e);
        }
    }

    /**
     * Writes a file that must not exist.
     *
     * @throws IOException if it exists or cannot be written
     */
    public static void create(Path file, String content) throws IOException {
        Files.createFile(file, attributes(OWNER_FILE));
        Files.writeString(file, content, StandardCharsets.UTF_8, StandardOpenOption.WRITE);
    }

    /** A file of another owner keeps the permissions that its owner has chosen. */
    private static void close(Path file) {
        try {
            if (IS_POSIX
                    && Files.exists(file)
                    && !Files.getPosixFilePermissions(file).equals(OWNER_FILE)) {
                Files.setPosixFilePermissions(file, EnumSet.copyOf(OWNER_FILE));
            }
        } catch (IOException e) {
            System.getLogger("dev.oncemore.server")
                    .log(System.Logger.Level.WARNING, "others may be able to read " + file + ": " + e.getMessage());
        }
    }

    private static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
        return IS_POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
