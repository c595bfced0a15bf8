package dev.oncemore.examples.pipeline;

import dev.oncemore.once.Codec;
import dev.oncemore.task.batch.Source;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The lines of a file. A position is the offset of a byte, so that a restart reads nothing twice.
 *
 * @param file the file, in UTF-8
 */
record CsvSource(Path file) implements Source<String> {
    // snippet: source
    @Override
    public String fingerprint() throws IOException {
        return Files.size(file) + " bytes, " + Files.getLastModifiedTime(file);
    }

    @Override
    public OptionalLong total() throws IOException {
        try (var lines = Files.lines(file)) {
            return OptionalLong.of(lines.count());
        }
    }

    @Override
    public Slice<String> read(String place, int most) throws IOException {
        long offset = place.isEmpty() ? 0 : Long.parseLong(place);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            in.skipNBytes(offset);
            List<String> lines = new ArrayList<>();
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            while (lines.size() < most) {
                int next = in.read();
                if (next < 0) {
                    break;
                }
                offset++;
                if (next == '\n') {
                    lines.add(text(line));
                    line.reset();
                } else {
                    line.write(next);
                }
            }
            if (line.size() > 0) {
                lines.add(text(line)); // the last line, without a line break
            }
            return new Slice<>(lines, Long.toString(offset));
        }
    }

    /** Without the carriage return of a file from Windows. */
    private static String text(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
    // end

    @Override
    public Codec<String> codec() {
        return Codec.text();
    }
}
