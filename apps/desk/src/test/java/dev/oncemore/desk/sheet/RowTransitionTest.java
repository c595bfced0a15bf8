package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTransitionTest {
    /** The transitions of the documentation, without the words that say when each happens. */
    private static List<String> documented() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("docs/states.md"))) {
            root = root.getParent();
        }
        String text = Files.readString(root.resolve("docs/states.md"));
        String section = text.substring(text.indexOf("## A row of the desk"));
        return section.lines()
                .filter(line -> line.matches("\\| [A-Z_]+ \\|.*"))
                .map(line -> line.substring(0, line.lastIndexOf('|', line.length() - 2))
                        .strip())
                .toList();
    }

    @Test
    void theDocumentationHasTheSameTable() throws IOException {
        assertThat(documented())
                .containsExactlyElementsOf(Arrays.stream(RowTransition.values())
                        .map(one -> "| " + one.name() + " | " + one.before() + " | " + one.to() + " | " + one.reason())
                        .toList());
    }

    @Test
    void whatIsThereStaysThere() {
        assertThat(RowTransition.values())
                .allSatisfy(one -> assertThat(one.condition()).doesNotContain("CREATED", "DUPLICATE"));
    }
}
