package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Which columns of a sheet have content in some rows, and what its filter covers. */
final class SheetLayout {
    private final int firstRow;
    private final int lastRow;
    private final BitSet used = new BitSet();
    private @Nullable Area filter;
    private int row;
    private int column;

    private SheetLayout(int firstRow, int lastRow) {
        this.firstRow = firstRow;
        this.lastRow = lastRow;
    }

    static SheetLayout scan(Archive archive, String part, int firstRow, int lastRow) {
        SheetLayout layout = new SheetLayout(firstRow, lastRow);
        try (InputStream in = archive.part(part)) {
            TagScanner tags = new TagScanner(in, OutputStream.nullOutputStream());
            while (tags.next()) {
                layout.take(tags);
            }
        } catch (java.util.zip.ZipException | java.io.EOFException e) {
            throw Archive.broken(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return layout;
    }

    private void take(TagScanner tags) {
        if (tags.is("c", false)) {
            column = nextColumn(tags, column);
            // A cell without content has at most a format.
            if (!tags.isClosed() && row >= firstRow && row <= lastRow && column < Places.COLUMNS_MAX) {
                used.set(column);
            }
        } else if (tags.depth() == 2 && tags.is("row", false)) {
            row = nextRow(tags, row);
            column = -1;
        } else if (tags.depth() == 2 && tags.is("mergeCell", false)) {
            Area merged = Area.parse(tags.attribute("ref"));
            // A line across the whole sheet is no content of its columns.
            if (merged != null && merged.meetsRows(firstRow, lastRow) && merged.lastColumn() < FileRow.COLUMNS_MAX) {
                use(merged);
            }
        } else if (tags.depth() == 1 && tags.is("autoFilter", false)) {
            filter = Area.parse(tags.attribute("ref"));
        }
    }

    /** The number of the row that starts here. */
    static int nextRow(TagScanner tags, int row) {
        String r = tags.attribute("r");
        try {
            return r == null ? row + 1 : Integer.parseInt(r.strip());
        } catch (NumberFormatException e) {
            throw Archive.broken(e);
        }
    }

    /** The column of the cell that starts here. */
    static int nextColumn(TagScanner tags, int column) {
        String r = tags.attribute("r");
        return r == null ? column + 1 : Places.column(r);
    }

    void use(Area area) {
        used.set(area.firstColumn(), area.lastColumn() + 1);
    }

    /** The first column with content. */
    int first() {
        return Math.max(0, used.nextSetBit(0));
    }

    /** The column behind all content. */
    int end() {
        return used.length();
    }

    boolean isFree(int from, int size) {
        int next = used.nextSetBit(from);
        return next < 0 || next >= from + size;
    }

    @Nullable
    Area filter() {
        return filter;
    }
}
