package dev.oncemore.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other programs read. */
class FigureFileTest {

    @TempDir
    private Path folder;

    @Test
    void writesTheAgreedShape() {
        String json = FigureFile.json(
                "retry",
                List.of(
                        Figure.of("success", "oncemore", "ns/op", 4.1),
                        Figure.of("breaker-2-threads", "failsafe", "ops/s", 61_234_567.891_2)));

        assertThat(json.replaceAll("\\s", ""))
                .isEqualTo("{\"bench\":\"retry\",\"rows\":["
                        + "{\"case\":\"success\",\"subject\":\"oncemore\",\"metric\":\"ns/op\",\"value\":4.1},"
                        + "{\"case\":\"breaker-2-threads\",\"subject\":\"failsafe\",\"metric\":\"ops/s\","
                        + "\"value\":61234567.891}]}");
    }

    @Test
    void writesNumbersWithoutExponentAndNoiseAsZero() {
        assertThat(FigureFile.json("b", List.of(Figure.of("c", "s", "m", 1e7)))).contains("\"value\":10000000}");
        assertThat(FigureFile.json("b", List.of(Figure.of("c", "s", "m", -0.0))))
                .contains("\"value\":0}");
        assertThat(FigureFile.json("b", List.of(Figure.bytes("c", "s", 1e-5)))).contains("\"value\":0}");
    }

    @Test
    void escapesWhatJsonDoesNotAllowInText() {
        assertThat(FigureFile.json("b", List.of(Figure.of("a \"b\" \\ \n", "s", "m", 1))))
                .contains("\"case\":\"a \\\"b\\\" \\\\ \\n\"");
    }

    @Test
    void replacesTheFileAndLeavesNothingElseBehind() throws IOException {
        Path path = folder.resolve("figures.json");
        Files.writeString(path, "old");

        FigureFile file = FigureFile.requireWritable(path);
        assertThat(path).hasContent("old");
        file.write("retry", List.of(Figure.of("success", "oncemore", "ns/op", 4.1)));

        assertThat(path).content().startsWith("{\"bench\":\"retry\",\"rows\":[").contains("\"value\":4.1");
        assertThat(folder).isDirectoryNotContaining(other -> !other.equals(path));
    }

    @Test
    void tryingOutLeavesNoFile() throws IOException {
        FigureFile.requireWritable(folder.resolve("figures.json"));

        assertThat(folder).isEmptyDirectory();
    }
}
