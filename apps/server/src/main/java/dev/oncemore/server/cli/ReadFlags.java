package dev.oncemore.server.cli;

import dev.oncemore.desk.sheet.ReadOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** How a file is read, where the desk would read it otherwise. */
final class ReadFlags {
    @Option(
            names = "--read",
            paramLabel = "NAME=VALUE",
            description =
                    "How to read it: sheet, encoding, delimiter, header, dates or numbers, or a column and its heading.")
    private Map<String, String> read = new LinkedHashMap<>();

    /**
     * What was given, by name.
     *
     * @throws IllegalArgumentException when there is no such name; the message has them all
     */
    Map<String, String> fields() {
        for (String name : read.keySet()) {
            if (!ReadOptions.names().contains(name)) {
                throw new IllegalArgumentException(
                        "--read knows no '" + name + "', only " + String.join(", ", ReadOptions.names()));
            }
        }
        return read;
    }
}
