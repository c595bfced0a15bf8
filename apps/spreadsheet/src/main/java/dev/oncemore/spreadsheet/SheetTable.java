package dev.oncemore.spreadsheet;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A table of a sheet, as far as more columns need it. */
final class SheetTable implements XmlPart.Visitor {
    private static final int NAME_MAX = 255;

    private final String part;
    private final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private @Nullable Area area;
    private int headers = 1;
    private int totals;
    private int lastId;
    private boolean isOfSheet = true;
    private boolean hasFilter;

    private SheetTable(String part) {
        this.part = part;
    }

    /** Reads a table; null if it is nowhere in the sheet. */
    static @Nullable SheetTable read(Archive archive, String part) {
        SheetTable table = new SheetTable(part);
        XmlPart.read(archive, part, table);
        return table.area == null ? null : table;
    }

    @Override
    public boolean start(String name, XmlReader reader) {
        switch (name) {
            case "table" -> {
                area = Area.parse(reader.attribute("ref"));
                headers = number(reader.attribute("headerRowCount"), 1);
                totals = number(reader.attribute("totalsRowCount"), 0);
                String type = reader.attribute("tableType");
                isOfSheet = type == null || type.equals("worksheet");
            }
            case "autoFilter" -> hasFilter = true;
            case "tableColumn" -> {
                String column = reader.attribute("name");
                lastId = Math.max(lastId, number(reader.attribute("id"), 0));
                if (column != null && column.length() <= NAME_MAX && names.size() < Places.COLUMNS_MAX) {
                    names.add(column);
                }
            }
            default -> {
                // Formulas of columns.
            }
        }
        return true;
    }

    private static int number(@Nullable String text, int otherwise) {
        try {
            return text == null ? otherwise : Math.max(0, Math.min(Places.COLUMNS_MAX, Integer.parseInt(text)));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    String part() {
        return part;
    }

    Area area() {
        return java.util.Objects.requireNonNull(area);
    }

    boolean hasHeader() {
        return headers > 0;
    }

    boolean hasFilter() {
        return hasFilter;
    }

    int lastId() {
        return lastId;
    }

    /** Whether columns can be added: it is no result of a query, and each of its columns has a name of its own. */
    boolean isExtensible() {
        return isOfSheet && headers <= 1 && names.size() == area().width();
    }

    /** Whether sorting and filtering move this row. */
    boolean isData(int row) {
        return row >= area().firstRow() + headers && row <= area().lastRow() - totals;
    }

    /** Whether the row has the table's totals. */
    boolean isTotal(int row) {
        return row <= area().lastRow() && row > area().lastRow() - totals;
    }

    /** Takes a name for one more column; false if there is one of this name, in whatever case. */
    boolean take(String name) {
        return name.length() <= NAME_MAX && names.add(name);
    }

    /** Takes a free name such as status2. */
    String takeFree(String name) {
        String free = name;
        for (int i = 2; !take(free); i++) {
            free = name + i;
        }
        return free;
    }

    /** The filter of its rows over these columns. */
    FilterPatch filter(Area wider, int column, Set<String> wanted) {
        Area filtered = new Area(wider.firstRow(), wider.firstColumn(), wider.lastRow() - totals, wider.lastColumn());
        return new FilterPatch(filtered, column, wanted);
    }

    /** The name as a part of the workbook has it. */
    static String written(String name) {
        StringBuilder out = new StringBuilder();
        name.chars()
                .forEach(
                        c -> out.append(c < ' ' ? String.format(Locale.ROOT, "_x%04x_", c) : String.valueOf((char) c)));
        return Escapes.written(out.toString());
    }
}
