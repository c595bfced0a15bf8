package dev.oncemore.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.operations.store.StoreUrl;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other people on the machine cannot read what a server keeps. */
class PrivateFilesTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void onlyWithPermissions() {
        Assumptions.assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no POSIX permissions");
    }

    private static String mode(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void serve(Path store) throws Exception {
        ServerSettings settings = new ServerSettings("127.0.0.1", 0, StoreUrl.parse("sqlite:" + store), null, false);
        try (Server server = Server.start(settings, Map.of());
                Stream<Path> files = Files.list(store.getParent())) {
            server.firstPassword().ifPresent(password -> {
                FirstPassword.tell(new PrintWriter(new StringWriter()), password, server.folder(), false);
            });
            List<Path> all = files.toList();
            assertThat(all)
                    .extracting(Path::getFileName)
                    .extracting(Path::toString)
                    .contains("s.db", "s.db-wal");
            for (Path file : all) {
                assertThat(mode(file)).as(file.toString()).isEqualTo("rw-------");
            }
        }
    }

    @Test
    void theFolderAndItsFilesAreForTheirOwner() throws Exception {
        Path data = folder.resolve("new").resolve("data");
        serve(data.resolve("s.db"));
        assertThat(mode(data)).isEqualTo("rwx------");
        assertThat(mode(data.resolve("first-password"))).isEqualTo("rw-------");
    }

    @Test
    void aStoreThatWasOpenToOthersIsClosed_butNotAFolderThatMayBeShared() throws Exception {
        Path store = folder.resolve("s.db");
        serve(store);
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rw-r--r--"));
        String before = mode(folder);
        serve(store);
        assertThat(mode(store)).isEqualTo("rw-------");
        assertThat(mode(folder)).isEqualTo(before);
    }

    @Test
    void thePasswordIsPrintedOnATerminalOnly() throws Exception {
        StringWriter printed = new StringWriter();
        PrintWriter out = new PrintWriter(printed, true);
        FirstPassword.tell(out, "the secret", folder, false);
        assertThat(printed.toString()).contains("first-password").doesNotContain("the secret");
        assertThat(Files.readString(folder.resolve("first-password"))).startsWith("the secret");
        FirstPassword.tell(out, "the secret", folder, true);
        assertThat(printed.toString()).contains("the secret");
    }

    @Test
    void thePasswordOfAnotherStoreIsKept() throws Exception {
        Path first = FirstPassword.write(folder, "one");
        Path second = FirstPassword.write(folder, "two");
        assertThat(first).hasFileName("first-password").content().startsWith("one");
        assertThat(second).hasFileName("first-password-2").content().startsWith("two");
    }
}
