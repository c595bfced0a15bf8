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

    private static Findings findings(List<Figure> rows) {
        Figures figures = new Figures();
        figures.add(rows);
        return new Findings(List.of(), List.of(), figures, List.of());
    }

    private static String json(List<Figure> rows) {
        return FigureFile.json("b", findings(rows));
    }

    @Test
    void writesTheAgreedShape() {
        String json = FigureFile.json(
                "retry",
                findings(List.of(
                        new Figure("success", "oncemore", "ns/op", 3, 4.1, 4, 5.5),
                        Figure.of("breaker-2-threads", "failsafe", "ops/s", 61_234_567.891_2))));

        assertThat(json.replaceAll("\\s", ""))
                .isEqualTo("{\"bench\":\"retry\",\"notes\":[],\"references\":[],\"rows\":["
                        + "{\"case\":\"success\",\"subject\":\"oncemore\",\"metric\":\"ns/op\",\"rounds\":3,"
                        + "\"value\":4.1,\"least\":4,\"most\":5.5},"
                        + "{\"case\":\"breaker-2-threads\",\"subject\":\"failsafe\",\"metric\":\"ops/s\","
                        + "\"rounds\":1,\"value\":61234567.891,\"least\":61234567.891,\"most\":61234567.891}],"
                        + "\"targets\":[],\"disturbances\":[]}");
    }

    @Test
    void writesNumbersWithoutExponentAndNoiseAsZero() {
        assertThat(json(List.of(Figure.of("c", "s", "m", 1e7)))).contains("\"value\":10000000,");
        assertThat(json(List.of(Figure.of("c", "s", "m", -0.0)))).contains("\"value\":0,");
        assertThat(json(List.of(Figure.of("c", "s", "m", 1e-5)))).contains("\"value\":0,");
    }

    @Test
    void escapesWhatJsonDoesNotAllowInText() {
        assertThat(json(List.of(Figure.of("a \"b\" \\ \n", "s", "m", 1))))
                .contains("\"case\":\"a \\\"b\\\" \\\\ \\n\"");
    }

    @Test
    void replacesTheFileAndLeavesNothingElseBehind() throws IOException {
        Path path = folder.resolve("figures.json");
        Files.writeString(path, "old");

        FigureFile file = FigureFile.requireWritable(path);
        assertThat(path).hasContent("old");
        file.write("retry", findings(List.of(Figure.of("success", "oncemore", "ns/op", 4.1))));

        assertThat(path).content().startsWith("{\"bench\":\"retry\",").contains("\"value\":4.1");
        assertThat(folder).isDirectoryNotContaining(other -> !other.equals(path));
    }

    @Test
    void tryingOutLeavesNoFile() throws IOException {
        FigureFile.requireWritable(folder.resolve("figures.json"));

        assertThat(folder).isEmptyDirectory();
    }
}
