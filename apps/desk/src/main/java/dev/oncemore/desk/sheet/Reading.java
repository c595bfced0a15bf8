package dev.oncemore.desk.sheet;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a file was read.
 *
 * @param sheet which sheet of a workbook; empty for CSV
 * @param encoding of CSV; "workbook" for a workbook
 * @param delimiter of CSV
 * @param headingsRow the row of the headings, from 1
 * @param dates what dates mean
 * @param numbers what numbers mean
 * @param places where each column is, from 0; one that was not found is not in it
 * @param width how many columns the file has
 * @param checksCreated whether documents that were created before were asked for
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
        boolean checksCreated) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Keeps a copy. */
    public Reading {
        EnumMap<Column, Integer> copy = new EnumMap<>(Column.class);
        copy.putAll(places);
        places = Collections.unmodifiableMap(copy);
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
                false);
    }

    /** The same of a file with so many columns. */
    Reading withWidth(int columns) {
        return new Reading(sheet, encoding, delimiter, headingsRow, dates, numbers, places, columns, checksCreated);
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
                node.path("checkCreated").asBoolean(false));
    }
}
