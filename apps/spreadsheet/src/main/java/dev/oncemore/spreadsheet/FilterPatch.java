package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.util.Collection;

/** The filter of a sheet or table over more columns, and on request with one criterion instead of its own ones. */
final class FilterPatch {
    private final Area area;
    private final int column;
    private final Collection<String> wanted;

    /**
     * A filter.
     *
     * @param area what it covers
     * @param column the column of the criterion
     * @param wanted the values that stay visible; empty to keep the criteria that there are
     */
    FilterPatch(Area area, int column, Collection<String> wanted) {
        this.area = area;
        this.column = column;
        this.wanted = wanted;
    }

    /** A new one. */
    String written(String prefix) {
        String open = "<" + prefix + "autoFilter ref=\"" + area.ref() + "\"";
        return wanted.isEmpty() ? open + "/>" : open + ">" + criterion(prefix) + "</" + prefix + "autoFilter>";
    }

    private String criterion(String prefix) {
        StringBuilder text = new StringBuilder(
                "<" + prefix + "filterColumn colId=\"" + (column - area.firstColumn()) + "\"><" + prefix + "filters>");
        for (String value : wanted) {
            text.append("<" + prefix + "filter val=\"" + Escapes.written(value) + "\"/>");
        }
        return text.append("</" + prefix + "filters></" + prefix + "filterColumn>")
                .toString();
    }

    /** Copies the filter that starts here. */
    void copy(TagScanner tags) throws IOException {
        String prefix = tags.prefix();
        int depth = tags.depth();
        String open = tags.with("ref", area.ref());
        if (tags.isClosed()) {
            tags.write(wanted.isEmpty() ? open : written(prefix));
            return;
        }
        tags.write(wanted.isEmpty() ? open : open + criterion(prefix));
        while (tags.next() && (tags.isStart() || tags.depth() > depth)) {
            if (!wanted.isEmpty() && tags.is("filterColumn", false)) {
                skip(tags);
            } else {
                sortStateOrCopy(tags);
            }
        }
        tags.copy();
    }

    private static void skip(TagScanner tags) throws IOException {
        int depth = tags.depth();
        if (!tags.isClosed()) {
            boolean isOver = false;
            while (!isOver && tags.next()) {
                isOver = tags.isEnd() && tags.depth() == depth;
            }
        }
    }

    /** Copies a tag; the last sorting covers all columns, so that sorting once more does, too. */
    void sortStateOrCopy(TagScanner tags) throws IOException {
        Area sorted = tags.is("sortState", false) && tags.attribute("columnSort") == null
                ? Area.parse(tags.attribute("ref"))
                : null;
        if (sorted == null) {
            tags.copy();
        } else {
            tags.write(tags.with("ref", sorted.through(area.lastColumn()).ref()));
        }
    }
}
