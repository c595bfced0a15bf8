package dev.oncemore.server.console;

import dev.oncemore.desk.SheetService;
import dev.oncemore.desk.sheet.Column;
import dev.oncemore.desk.sheet.DateOrder;
import dev.oncemore.desk.sheet.NumberStyle;
import dev.oncemore.desk.sheet.Preview;
import dev.oncemore.desk.sheet.ReadOptions;
import dev.oncemore.desk.sheet.Reading;
import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetImport;
import dev.oncemore.server.language.Messages;
import dev.oncemore.spreadsheet.Encodings;
import dev.oncemore.spreadsheet.Places;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How a file was read, with its first rows, and what else could be chosen. */
public final class ReadingView {
    private static final Set<Column> NUMBERS = EnumSet.of(Column.QUANTITY, Column.UNIT_PRICE, Column.TAX_RATE);

    private final Reading reading;
    private final Preview preview;

    private final List<SheetImport.DocumentTotal> documents;

    private final Messages messages;

    private ReadingView(
            Reading reading, Preview preview, List<SheetImport.DocumentTotal> documents, Messages messages) {
        this.reading = reading;
        this.preview = preview;
        this.documents = documents;
        this.messages = messages;
    }

    static ReadingView of(SheetService sheetService, Sheet sheet, Messages messages) {
        return new ReadingView(
                sheet.reading(),
                sheetService.imports().preview(sheet.id()),
                sheetService.imports().documents(sheet),
                messages);
    }

    /**
     * Something that can be chosen.
     *
     * @param value as the form sends it
     * @param label as people read it
     * @param isChosen whether it is chosen now
     */
    public record Option(String value, String label, boolean isChosen) {}

    /** Whether there is anything to show: sheets that came before files were kept have nothing. */
    public boolean isThere() {
        return !preview.headings().isEmpty();
    }

    /** Whether every column was found. */
    public boolean isComplete() {
        return reading.isComplete();
    }

    /** Whether it is a workbook. */
    public boolean isWorkbook() {
        return reading.isWorkbook();
    }

    /** Where the headings are. */
    public int header() {
        return reading.headingsRow();
    }

    /** The first rows. */
    public Preview preview() {
        return preview;
    }

    /** What was understood of each cell of a row; empty where it is just the text. */
    public List<String> understood(Preview.Row row) {
        List<String> texts = new ArrayList<>(Preview.understood(row, reading));
        reading.places().forEach((column, place) -> {
            if (place < texts.size() && !texts.get(place).isEmpty() && NUMBERS.contains(column)) {
                String written = written(column, texts.get(place));
                texts.set(place, written.equals(row.cells().get(place)) ? "" : written);
            }
        });
        return texts;
    }

    /** A number as it is written in the reader's language. */
    private String written(Column column, String understood) {
        BigDecimal value = new BigDecimal(understood.replace(",", "").replace(" %", ""));
        return column == Column.UNIT_PRICE
                ? messages.price(value)
                : messages.amount(value) + (column == Column.TAX_RATE ? " %" : "");
    }

    /** Whether a column of the preview has numbers. */
    public boolean isNumber(int place) {
        return NUMBERS.stream()
                .anyMatch(
                        column -> Integer.valueOf(place).equals(reading.places().get(column)));
    }

    /** The first documents with their totals. */
    public List<SheetImport.DocumentTotal> documents() {
        return documents;
    }

    /** An amount as people read it. */
    public String amount(BigDecimal amount) {
        return messages.price(amount);
    }

    /** The columns that the preview shows, by their letters. */
    public List<String> letters() {
        int widest = preview.rows().stream()
                .mapToInt(row -> row.cells().size())
                .max()
                .orElse(0);
        List<String> letters = new ArrayList<>();
        for (int i = 0; i < widest; i++) {
            letters.add(Places.letters(i));
        }
        return letters;
    }

    /** The heading of a column of the preview. */
    public String heading(int place) {
        return place < preview.headings().size() ? preview.headings().get(place) : "";
    }

    /** What a column of the preview is taken for; empty when it is not needed. */
    public String meaning(int place) {
        return reading.places().entrySet().stream()
                .filter(entry -> entry.getValue() == place)
                .map(entry -> entry.getKey().word())
                .collect(Collectors.joining());
    }

    /** The sheets of a workbook. */
    public List<Option> sheets() {
        return preview.sheets().stream()
                .map(sheet -> new Option(sheet, sheet, sheet.equals(reading.sheet())))
                .toList();
    }

    /** The encodings of CSV. */
    public List<Option> encodings() {
        return Encodings.names().stream()
                .map(name -> new Option(name, name, name.equals(reading.encoding())))
                .toList();
    }

    /** What may be between cells. */
    public List<Option> delimiters() {
        String now = ReadOptions.word(reading.delimiter());
        return List.of("comma", "semicolon", "tab", "bar").stream()
                .map(word -> new Option(word, word, word.equals(now)))
                .toList();
    }

    /** What dates may mean. */
    public List<Option> dates() {
        return Arrays.stream(DateOrder.values())
                .map(order -> new Option(order.word(), order.example(), order == reading.dates()))
                .toList();
    }

    /** What numbers may mean. */
    public List<Option> numbers() {
        return Arrays.stream(NumberStyle.values())
                .map(style -> new Option(style.word(), style.example(), style == reading.numbers()))
                .toList();
    }

    /** Whether documents that were created before were asked for. */
    public boolean checksCreated() {
        return reading.checksCreated();
    }

    /** What is chosen now, so that choosing columns does not change it. */
    public List<Option> kept() {
        List<Option> kept = new ArrayList<>();
        if (isWorkbook()) {
            kept.add(new Option("sheet", reading.sheet(), true));
        } else {
            kept.add(new Option("encoding", reading.encoding(), true));
            kept.add(new Option("delimiter", ReadOptions.word(reading.delimiter()), true));
        }
        kept.add(new Option("header", Integer.toString(header()), true));
        kept.add(new Option("dates", reading.dates().word(), true));
        kept.add(new Option("numbers", reading.numbers().word(), true));
        return kept;
    }

    /** All columns that are needed. */
    public Column[] columns() {
        return Column.values();
    }

    /** The headings that a column can be taken from. */
    public List<Option> places(Column column) {
        Integer now = reading.places().get(column);
        List<Option> places = new ArrayList<>();
        for (int i = 0; i < preview.headings().size(); i++) {
            String label = Places.letters(i) + ": " + preview.headings().get(i);
            places.add(new Option(Integer.toString(i + 1), label, now != null && now == i));
        }
        return places;
    }
}
