package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.testkit.sheet.HostileSheets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every hostile file is read or refused with a sentence, in a process whose heap is that of the smallest server. */
class HostileSheetsTest {
    /** What those are refused for that are not read. */
    private static final Map<String, String> EXPECTED = Map.ofEntries(
            Map.entry("bomb-false-size.xlsx", "may be an attack"),
            Map.entry("bombs-small.xlsx", "unpacked, it is more than 200 times as large"),
            Map.entry("cell-huge.csv", "a longer cell, than can be read"),
            Map.entry("cell-quotes.csv", "a longer cell, than can be read"),
            Map.entry("columns.csv", "no rows below its headings"),
            Map.entry("commas.csv", "more columns"),
            Map.entry("format-brackets.xlsx", "one of more than 255 characters"),
            Map.entry("formats-many.xlsx", "more than 10000 number formats"),
            Map.entry("formats-of-one-id.xlsx", "more than 10000 number formats"),
            Map.entry("heading-marks.csv", "a longer cell, than can be read"),
            Map.entry("parts-many.xlsx", "at most 2000 are read"),
            Map.entry("relations-many.xlsx", "more than 5000 parts"),
            Map.entry("rows-blank.xlsx", "no rows below its headings"),
            Map.entry("sheet-name.xlsx", "the name of a sheet has 60000 characters"),
            Map.entry("text-everywhere.xlsx", "more than 10000000 characters"),
            Map.entry("text-huge-inline.xlsx", "more than 1000 characters"),
            Map.entry("text-marks.xlsx", "more than 10000000 characters"),
            Map.entry("texts-many.xlsx", "more than 40000000 bytes of text"),
            Map.entry("xml-attribute.xlsx", "damaged"),
            Map.entry("xml-attributes.xlsx", "damaged"),
            Map.entry("xml-comment.xlsx", "no rows below its headings"),
            Map.entry("xml-depth.xlsx", "damaged"),
            Map.entry("xml-entities.xlsx", "damaged"),
            Map.entry("xml-names.xlsx", "no rows below its headings"));

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void eachIsReadOrRefused_withinTheMemoryOfASmallServer() throws Exception {
        Map<String, Supplier<byte[]>> files = HostileSheets.all();
        Path sheets = Files.createDirectory(folder.resolve("sheets"));
        for (Map.Entry<String, Supplier<byte[]>> file : files.entrySet()) {
            byte[] bytes = file.getValue().get();
            assertThat(bytes.length).as(file.getKey()).isLessThan(10_000_000);
            Files.write(sheets.resolve(file.getKey()), bytes);
        }
        Path out = folder.resolve("out.txt");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostileReading.class.getName(),
                        sheets.toString()))
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        int exit;
        try {
            exit = process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        String told = Files.readString(out);
        assertThat(exit).as(told).isZero();
        Map<String, String> results = new LinkedHashMap<>();
        told.lines().map(line -> line.split("\t", 3)).forEach(line -> results.put(line[0], line[2]));
        assertThat(results).hasSize(files.size());
        results.forEach((name, result) -> assertThat(result)
                .as(name)
                .contains(name.startsWith("number-") ? "" : EXPECTED.getOrDefault(name, "read: ")));
    }
}
