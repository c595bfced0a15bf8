package dev.oncemore.torture.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every planted bug, without the servers that most of them are caught on. */
class MutantsTest {
    private static final ClassLoader LOADER = MutantsTest.class.getClassLoader();

    @Test
    void everyBugCanStillBePlanted() throws Exception {
        List<String> gone = new ArrayList<>();
        for (Mutant mutant : Mutants.all()) {
            for (Edit edit : mutant.edits()) {
                if (!isApplicable(edit)) {
                    gone.add(mutant.bug() + " (" + mutant.where() + "): " + edit.target());
                }
            }
        }
        assertThat(gone).isEmpty();
    }

    @Test
    void noBugIsListedTwice() {
        assertThat(Mutants.all().stream().map(mutant -> mutant.bug() + ", " + mutant.where()))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThanOrEqualTo(20);
    }

    private static boolean isApplicable(Edit edit) throws Exception {
        for (String path : edit instanceof CodeEdit code
                ? List.of(code.className().replace('.', '/') + ".class")
                : scripts(edit.target())) {
            try (InputStream content = LOADER.getResourceAsStream(path)) {
                byte[] original = Objects.requireNonNull(content, path).readAllBytes();
                if (!Arrays.equals(edit.apply(path, original), original)) {
                    return true;
                }
            } catch (Edit.NotApplicableException e) {
                return false;
            }
        }
        return false;
    }

    /** The scripts of a folder, which is in a jar or not. */
    private static List<String> scripts(String folder) throws Exception {
        URI uri = Objects.requireNonNull(LOADER.getResource(folder), folder).toURI();
        if (!uri.getScheme().equals("jar")) {
            return names(folder, Path.of(uri));
        }
        try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
            return names(folder, jar.getPath(folder));
        }
    }

    private static List<String> names(String folder, Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> folder + file.getFileName()).toList();
        }
    }
}
