package dev.oncemore.desk.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.document.Document;
import dev.oncemore.desk.document.DocumentType;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sheets as offices make them, and what must be created from each. Beside every file stands {@code NAME.expected}: how it is
 * read, the questions that it raises, the rows that are wrong, and the documents with their lines.
 */
class SheetCorpusTest {
    private static final int SHEETS_MIN = 40;

    static Path folder() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(SheetCorpusTest.class.getResource("/dev/oncemore/desk/corpus"))
                .toURI());
    }

    static List<String> sheets() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".csv") || name.endsWith(".xlsx"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereAreEnough_madeByEachProgram() throws Exception {
        assertThat(sheets()).hasSizeGreaterThanOrEqualTo(SHEETS_MIN);
        List<String> makers = new ArrayList<>();
        for (String sheet : sheets()) {
            makers.add(Files.readAllLines(expected(sheet)).get(0));
        }
        assertThat(makers)
                .contains("# made by hand", "# made by LibreOffice", "# made by Apache POI", "# made by fastexcel");
    }

    private static Path expected(String sheet) throws URISyntaxException {
        return folder().resolve(sheet.replaceFirst("\\.[a-z]+$", ".expected"));
    }

    @ParameterizedTest
    @MethodSource("sheets")
    void whatIsCreatedIsWhatTheSheetSays(String name) throws Exception {
        List<String> lines = Files.readAllLines(expected(name));
        Map<String, String> options = new LinkedHashMap<>();
        String told = setting(lines, "options: ");
        if (!told.isEmpty()) {
            options.put(told.substring(0, told.indexOf('=')), told.substring(told.indexOf('=') + 1));
        }
        SheetFile file = SheetFile.read(
                Files.readAllBytes(folder().resolve(name)), ReadOptions.of(options::get), Map.of(), true);
        CheckResult checked = CheckResult.of(file.reading(), file.lines());
        assertThat(Questions.of(file).stream()
                        .map(question -> question.code().word())
                        .collect(Collectors.joining(" ")))
                .as("questions")
                .isEqualTo(setting(lines, "questions: "));
        assertThat(Checks.of(file.lines(), file.reading()).keySet().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" ")))
                .as("wrong rows")
                .isEqualTo(setting(lines, "wrong: "));
        assertThat(created(file, checked))
                .isEqualTo(lines.stream().filter(line -> line.contains(" | ")).collect(Collectors.joining("\n")));
    }

    private static String setting(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .findFirst()
                .orElse("");
    }

    /** The documents as they would be sent. */
    private static String created(SheetFile file, CheckResult checked) {
        Sheet sheet =
                new Sheet("id", "comp1", DocumentType.INVOICE, "file", file.reading(), "anna", Instant.EPOCH, null);
        Map<String, List<SheetRow>> documents = new LinkedHashMap<>();
        for (TypedRow line : file.lines()) {
            SheetRow row = checked.asNew(line);
            if (row.state() == RowState.PENDING) {
                documents
                        .computeIfAbsent(row.document(), none -> new ArrayList<>())
                        .add(row);
            }
        }
        return documents.values().stream()
                .map(sheet::document)
                .map(SheetCorpusTest::written)
                .collect(Collectors.joining("\n"));
    }

    private static String written(Document document) {
        return document.name().number() + " | " + document.date() + " | " + document.partner()
                + document.items().stream()
                        .map(item -> "\n    " + item.description() + " | " + Document.plain(item.quantity()) + " | "
                                + Document.plain(item.unitPrice()) + " | " + Document.plain(item.taxRate()))
                        .collect(Collectors.joining());
    }
}
