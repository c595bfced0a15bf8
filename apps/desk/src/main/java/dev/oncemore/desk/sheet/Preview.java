package dev.oncemore.desk.sheet;

import dev.oncemore.desk.document.Document;
import dev.oncemore.desk.document.DocumentName;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The first rows of a file, so that people see whether it was read as they meant it.
 *
 * @param sheets the sheets of a workbook; none in CSV
 * @param headings all headings
 * @param rows the rows below them
 */
public record Preview(List<String> sheets, List<String> headings, List<Row> rows) {
    static final int ROWS = 10;
    private static final int COLUMNS = 30;
    private static final int TEXT_MAX = 80;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    static final Preview NONE = new Preview(List.of(), List.of(), List.of());

    /**
     * A row.
     *
     * @param number where it stands in the file
     * @param cells what its first columns say, shortened
     * @param typed what it says in each of our columns, in their order; empty when it is not read
     */
    public record Row(int number, List<String> cells, List<String> typed) {}

    /** The same with what was found in our columns. */
    Preview with(List<TypedRow> lines) {
        Map<Integer, TypedRow> first = new HashMap<>();
        lines.stream().limit(ROWS).forEach(line -> first.put(line.row(), line));
        return new Preview(
                sheets,
                headings,
                rows.stream()
                        .map(row -> {
                            TypedRow line = first.get(row.number());
                            return new Row(
                                    row.number(),
                                    row.cells(),
                                    line == null
                                            ? List.of()
                                            : List.copyOf(line.cells().values()));
                        })
                        .toList());
    }

    /** What was understood of each cell of a row; empty where it is just the text, or nothing was understood. */
    public static List<String> understood(Row row, Reading reading) {
        String[] texts = new String[row.cells().size()];
        Arrays.fill(texts, "");
        if (!row.typed().isEmpty()) {
            reading.places().forEach((column, place) -> {
                if (place < texts.length) {
                    String meaning = meaning(column, row.typed().get(column.place()), reading);
                    texts[place] = meaning.equals(row.cells().get(place)) ? "" : meaning;
                }
            });
        }
        return List.of(texts);
    }

    private static String meaning(Column column, String text, Reading reading) {
        return switch (column) {
            case NUMBER -> DocumentName.normal(text);
            case DATE ->
                Dates.date(text, reading.dates()).map(LocalDate::toString).orElse("");
            case QUANTITY ->
                Cells.decimal(text, reading.numbers()).map(Document::plain).orElse("");
            case UNIT_PRICE ->
                Cells.decimal(text, reading.numbers()).map(Preview::amount).orElse("");
            case TAX_RATE ->
                reading.taxRate(text).map(rate -> Document.plain(rate) + " %").orElse("");
            case PARTNER, DESCRIPTION -> shortened(text);
        };
    }

    /** An amount as people read it: 1,000.00. */
    public static String amount(BigDecimal amount) {
        return String.format(
                Locale.ROOT, "%,." + Math.max(2, amount.stripTrailingZeros().scale()) + "f", amount);
    }

    static String shortened(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX - 1) + "…";
    }

    static List<String> shortened(List<String> texts) {
        return texts.stream().limit(COLUMNS).map(Preview::shortened).toList();
    }

    String written() {
        ObjectNode node = JSON.createObjectNode();
        sheets.forEach(node.putArray("sheets")::add);
        headings.forEach(node.putArray("headings")::add);
        ArrayNode list = node.putArray("rows");
        rows.forEach(row -> {
            ObjectNode one = list.addObject().put("row", row.number());
            row.cells().forEach(one.putArray("cells")::add);
            row.typed().forEach(one.putArray("typed")::add);
        });
        return node.toString();
    }

    static Preview read(String written) {
        JsonNode node = JSON.readTree(written);
        List<Row> rows = new ArrayList<>();
        node.path("rows")
                .forEach(row ->
                        rows.add(new Row(row.path("row").asInt(), texts(row.path("cells")), texts(row.path("typed")))));
        return new Preview(texts(node.path("sheets")), texts(node.path("headings")), rows);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asString("")));
        return texts;
    }
}
