package dev.oncemore.bench.report;

import dev.oncemore.bench.measure.Disturbance;
import dev.oncemore.bench.measure.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The Markdown document with the figures. A section replaces the one of its name; all others stay as they are, with the machine
 * and the date they were measured on. It is replaced atomically.
 */
final class FigureDocument {
    private static final Pattern SECTION =
            Pattern.compile("<!-- begin: (\\S+) -->\n(.*?)<!-- end: \\1 -->\n", Pattern.DOTALL);
    private static final String HEAD = """
            # Figures

            Made by `./oncemore bench report`; do not edit. Each section says when and on which machine it was measured, and names the
            command that measures it alone. Compare figures of one section only: subjects take turns within a run, and those of different
            runs or machines say little. Medians; the least and the greatest round are in brackets. A JVM is a round where there are
            several, otherwise a turn. Metrics per second are better when higher, all others when lower.

            A machine is busy when its load of the last minute is above 0.6 per core before a section, or when other programs and the
            hypervisor take more than %s %% of its processors before a section or during a case. Figures of a busy machine are refused, or
            with `--force` marked as not to be quoted.
            """.formatted(Numbers.text(Disturbance.PERCENT_MAX));

    private final Path file;
    /** The sections, in their order in the document. */
    private final List<String> order;

    FigureDocument(Path file, List<String> order) {
        this.file = file;
        this.order = List.copyOf(order);
    }

    /** Writes one section, and keeps the others. */
    void put(String name, List<String> lines) throws IOException {
        Map<String, String> sections = sections();
        sections.put(name, String.join("\n", lines) + "\n");
        String text = HEAD
                + order.stream()
                        .filter(sections::containsKey)
                        .map(each ->
                                "\n<!-- begin: %s -->\n%s<!-- end: %s -->\n".formatted(each, sections.get(each), each))
                        .collect(Collectors.joining());
        Path draft = file.resolveSibling("." + file.getFileName() + ".tmp");
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private Map<String, String> sections() throws IOException {
        Map<String, String> sections = new HashMap<>();
        if (Files.exists(file)) {
            Matcher matcher = SECTION.matcher(Files.readString(file));
            while (matcher.find()) {
                sections.put(matcher.group(1), matcher.group(2));
            }
        }
        return sections;
    }
}
