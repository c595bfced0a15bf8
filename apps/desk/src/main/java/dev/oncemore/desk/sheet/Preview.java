package dev.oncemore.desk.sheet;

import java.util.ArrayList;
import java.util.List;
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
     */
    public record Row(int number, List<String> cells) {}

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
        });
        return node.toString();
    }

    static Preview read(String written) {
        JsonNode node = JSON.readTree(written);
        List<Row> rows = new ArrayList<>();
        node.path("rows").forEach(row -> rows.add(new Row(row.path("row").asInt(), texts(row.path("cells")))));
        return new Preview(texts(node.path("sheets")), texts(node.path("headings")), rows);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asString("")));
        return texts;
    }
}
