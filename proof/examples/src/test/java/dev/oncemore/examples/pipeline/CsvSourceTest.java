package dev.oncemore.examples.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.task.batch.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvSourceTest {
    @Test
    void readsFromAPosition_inBytes(@TempDir Path folder) throws IOException {
        CsvSource source = new CsvSource(Files.writeString(folder.resolve("lines.csv"), "ä;1\nb;2\nc;3\n"));

        Source.Slice<String> first = source.read("", 2);
        assertThat(first).isEqualTo(new Source.Slice<>(List.of("ä;1", "b;2"), "9"));
        Source.Slice<String> last = source.read(first.next(), 2);
        assertThat(last).isEqualTo(new Source.Slice<>(List.of("c;3"), "13"));
        assertThat(source.read(last.next(), 2).items()).isEmpty();
        assertThat(source.total()).hasValue(3);
    }

    @Test
    void theLastLineNeedsNoLineBreak(@TempDir Path folder) throws IOException {
        CsvSource source = new CsvSource(Files.writeString(folder.resolve("lines.csv"), "a;1\nb;2"));

        assertThat(source.read("", 10)).isEqualTo(new Source.Slice<>(List.of("a;1", "b;2"), "7"));
        assertThat(source.read("7", 10).items()).isEmpty();
    }

    @Test
    void linesOfWindowsEndWithoutTheirCarriageReturn(@TempDir Path folder) throws IOException {
        CsvSource source = new CsvSource(Files.writeString(folder.resolve("lines.csv"), "a;1\r\nb;2\r\n"));

        assertThat(source.read("", 10)).isEqualTo(new Source.Slice<>(List.of("a;1", "b;2"), "10"));
    }
}
