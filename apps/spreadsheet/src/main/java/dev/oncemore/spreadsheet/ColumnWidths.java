package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The widths of a sheet's columns with those of some columns changed. Ranges must not overlap, so others are cut. */
final class ColumnWidths {
    /** Columns are counted from 1 here. */
    private final int first;

    private final List<Integer> widths;
    private boolean isWritten;

    ColumnWidths(int place, List<Integer> widths) {
        this.first = place + 1;
        this.widths = widths;
    }

    private int last() {
        return first + widths.size() - 1;
    }

    /** Writes them before this tag if the sheet has none. */
    void writeBefore(TagScanner tags) throws IOException {
        if (!isWritten && !widths.isEmpty()) {
            tags.write("<" + tags.prefix() + "cols>");
            write(tags);
            tags.write("</" + tags.prefix() + "cols>");
        }
    }

    /** Copies the element that starts here. */
    void copy(TagScanner tags) throws IOException {
        if (tags.isClosed()) {
            return;
        }
        int depth = tags.depth();
        tags.copy();
        boolean isCut = false;
        while (tags.next() && (tags.isStart() || tags.depth() > depth)) {
            if (tags.is("col", false)) {
                isCut = column(tags);
            } else if (!isCut || !tags.is("col", true)) {
                tags.copy();
            }
        }
        write(tags);
        tags.copy();
    }

    /** Copies a range; true if it was cut. */
    private boolean column(TagScanner tags) throws IOException {
        int min = number(tags.attribute("min"));
        int max = number(tags.attribute("max"));
        if (min > last()) {
            write(tags);
        }
        if (min > last() || max < first) {
            tags.copy();
            return false;
        }
        String end = tags.isClosed() ? "" : "</" + tags.prefix() + "col>";
        if (min < first) {
            tags.write(tags.with("max", Integer.toString(first - 1)) + end);
        }
        write(tags);
        if (max > last()) {
            tags.write(tags.with("min", Integer.toString(last() + 1)) + end);
        }
        return true;
    }

    private void write(TagScanner tags) throws IOException {
        for (int i = 0; !isWritten && i < widths.size(); i++) {
            tags.write("<" + tags.prefix() + "col min=\"" + (first + i) + "\" max=\"" + (first + i) + "\" width=\""
                    + widths.get(i) + "\" customWidth=\"1\"/>");
        }
        isWritten = true;
    }

    private static int number(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw Archive.broken(e);
        }
    }
}
