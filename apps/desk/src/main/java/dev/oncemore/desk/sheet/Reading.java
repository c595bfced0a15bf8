package dev.oncemore.desk.sheet;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a file was read.
 *
 * @param sheet which sheet of a workbook; empty for CSV
 * @param encoding of CSV; "workbook" for a workbook
 * @param delimiter of CSV
 * @param headingsRow the row of the headings, from 1; 0 when the rows come from no file
 * @param dates what dates mean
 * @param numbers what numbers mean
 * @param places where each column is, from 0; one that was not found is not in it
 * @param width how many columns the file has
 * @param checksCreated whether documents that were created before were asked for
 * @param answers what was answered to questions about the sheet
 */
public record Reading(
        String sheet,
        String encoding,
        char delimiter,
        int headingsRow,
        DateOrder dates,
        NumberStyle numbers,
        Map<Column, Integer> places,
        int width,
        boolean checksCreated,
        Map<Question.Code, String> answers) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Keeps a copy. */
    public Reading {
        EnumMap<Column, Integer> copy = new EnumMap<>(Column.class);
        copy.putAll(places);
        places = Collections.unmodifiableMap(copy);
        answers = answers.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(answers));
    }

    /** Of sheets that were kept before there was any choice. */
    public static Reading earlier(String encoding, char delimiter) {
        return new Reading(
                "",
                encoding,
                delimiter,
                1,
                DateOrder.UNSURE,
                delimiter == ';' ? NumberStyle.UNSURE : NumberStyle.POINT,
                Map.of(),
                0,
                false,
                Map.of());
    }

    /** Of rows that were made here: each column in its place, dates as 2026-01-31 and numbers as 1200.50. */
    public static Reading ofRows() {
        Map<Column, Integer> places = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            places.put(column, column.place());
        }
        return new Reading(
                "", "UTF-8", ',', 0, DateOrder.UNSURE, NumberStyle.POINT, places, places.size(), false, Map.of());
    }

    /** Whether the rows come from a file. */
    public boolean isOfFile() {
        return headingsRow > 0;
    }

    /** The same of a file with so many columns. */
    Reading withWidth(int columns) {
        return new Reading(
                sheet, encoding, delimiter, headingsRow, dates, numbers, places, columns, checksCreated, answers);
    }

    /** The same with these answers. */
    Reading with(Map<Question.Code, String> changed) {
        return new Reading(
                sheet, encoding, delimiter, headingsRow, dates, numbers, places, width, checksCreated, changed);
    }

    /** A tax rate in percent, as the cell or the answer about it says. */
    Optional<BigDecimal> taxRate(String cell) {
        boolean areFractions = "percent".equals(answers.get(Question.Code.TAX));
        Optional<BigDecimal> fraction = areFractions ? fraction(cell, numbers) : Optional.empty();
        return fraction.isPresent() ? fraction : Cells.percent(cell, numbers);
    }

    /** The percent that a tax between 0 and 1 without a percent sign may mean; empty for any other. */
    static Optional<BigDecimal> fraction(String cell, NumberStyle numbers) {
        return cell.endsWith("%") || cell.endsWith("％")
                ? Optional.empty()
                : Cells.percent(cell, numbers)
                        .filter(rate -> rate.signum() > 0 && rate.compareTo(BigDecimal.ONE) < 0)
                        .map(rate -> rate.scaleByPowerOfTen(2));
    }

    /** Whether rows that are hidden in the file are not read. */
    boolean leavesOutHidden() {
        return "leave-out".equals(answers.get(Question.Code.HIDDEN));
    }

    /** The options that read the file in the same way. */
    ReadOptions options() {
        Map<Column, String> columns = new EnumMap<>(Column.class);
        places.forEach((column, place) -> columns.put(column, Integer.toString(place + 1)));
        return new ReadOptions(
                isWorkbook() ? sheet : null,
                isWorkbook() ? null : encoding,
                isWorkbook() ? null : delimiter,
                headingsRow,
                dates == DateOrder.UNSURE ? null : dates,
                numbers == NumberStyle.UNSURE ? null : numbers,
                columns,
                checksCreated,
                answers);
    }

    /** Whether it is a workbook. */
    public boolean isWorkbook() {
        return !sheet.isEmpty();
    }

    /** Whether every column was found. */
    public boolean isComplete() {
        return places.size() == Column.values().length;
    }

    /** For people. */
    public String words() {
        return isWorkbook() ? "sheet \"" + sheet + "\"" : encoding;
    }

    String written() {
        ObjectNode node = JSON.createObjectNode()
                .put("sheet", sheet)
                .put("encoding", encoding)
                .put("delimiter", String.valueOf(delimiter))
                .put("header", headingsRow)
                .put("dates", dates.word())
                .put("numbers", numbers.word())
                .put("width", width)
                .put("checkCreated", checksCreated);
        ObjectNode columns = node.putObject("columns");
        places.forEach((column, place) -> columns.put(column.word(), place));
        ObjectNode answered = node.putObject("answers");
        answers.forEach((code, answer) -> answered.put(code.word(), answer));
        return node.toString();
    }

    static Reading read(String written) {
        JsonNode node = JSON.readTree(written);
        Map<Column, Integer> places = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            if (node.path("columns").has(column.word())) {
                places.put(column, node.path("columns").path(column.word()).asInt());
            }
        }
        return new Reading(
                node.path("sheet").asString(""),
                node.path("encoding").asString(""),
                node.path("delimiter").asString(",").charAt(0),
                node.path("header").asInt(1),
                DateOrder.parse(node.path("dates").asString("unsure")),
                NumberStyle.parse(node.path("numbers").asString("unsure")),
                places,
                node.path("width").asInt(),
                node.path("checkCreated").asBoolean(false),
                answers(node.path("answers")));
    }

    private static Map<Question.Code, String> answers(JsonNode node) {
        Map<Question.Code, String> answers = new EnumMap<>(Question.Code.class);
        for (Question.Code code : Question.Code.values()) {
            if (node.has(code.word())) {
                answers.put(code, node.path(code.word()).asString(""));
            }
        }
        return answers;
    }
}
