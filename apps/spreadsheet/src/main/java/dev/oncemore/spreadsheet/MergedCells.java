package dev.oncemore.spreadsheet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The merged areas of a sheet. All of an area's cells count as its first one, which is the only one that people see. A row in
 * which nothing but such cells is filled is no row of its own.
 */
final class MergedCells {
    private static final int AREAS_MAX = 100_000;
    private static final byte[] ELEMENT = "mergeCell".getBytes(StandardCharsets.US_ASCII);

    private final List<Area> areas;
    /** By column: the last row of the area that is open there, and what counts in it. */
    private final int[] until = new int[FileRow.COLUMNS_MAX];

    private final String[] texts = new String[FileRow.COLUMNS_MAX];
    private final FileRow.Kind[] kinds = new FileRow.Kind[FileRow.COLUMNS_MAX];
    private int next;

    private MergedCells(List<Area> areas) {
        this.areas = areas;
        Arrays.fill(texts, "");
        Arrays.fill(kinds, FileRow.Kind.TEXT);
    }

    /** The areas of a sheet. They stand behind its rows, so that it is read twice if it has any. */
    static MergedCells of(Archive archive, String part) {
        List<Area> areas = new ArrayList<>();
        if (isMentioned(archive, part)) {
            XmlPart.read(archive, part, (name, reader) -> {
                Area area = name.equals("mergeCell") ? Area.parse(reader.attribute("ref")) : null;
                if (area != null && area.firstColumn() < FileRow.COLUMNS_MAX) {
                    add(areas, area);
                }
                return true;
            });
        }
        areas.sort(Comparator.comparingInt(Area::firstRow));
        return new MergedCells(areas);
    }

    private static void add(List<Area> areas, Area area) {
        if (areas.size() == AREAS_MAX) {
            throw new IllegalArgumentException(
                    "the sheet has more than " + AREAS_MAX + " merged areas; split it into several");
        }
        areas.add(new Area(
                area.firstRow(),
                area.firstColumn(),
                area.lastRow(),
                Math.min(area.lastColumn(), FileRow.COLUMNS_MAX - 1)));
    }

    /** Looks for the element's name without reading the XML, which most sheets need not be read twice for. */
    private static boolean isMentioned(Archive archive, String part) {
        byte[] buffer = new byte[1 << 16];
        int matched = 0;
        try (InputStream in = archive.part(part)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                for (int i = 0; i < n; i++) {
                    matched = buffer[i] == ELEMENT[matched] ? matched + 1 : buffer[i] == ELEMENT[0] ? 1 : 0;
                    if (matched == ELEMENT.length) {
                        return true;
                    }
                }
            }
            return false;
        } catch (java.util.zip.ZipException | java.io.EOFException e) {
            throw Archive.broken(e);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Fills the cells of areas that reach into this row. Rows come in their order. */
    void fill(FileRow row) {
        if (areas.isEmpty()) {
            return;
        }
        boolean isOwn = isOwn(row);
        for (int place = 0; place < until.length; place++) {
            if (until[place] >= row.number()) {
                row.put(place, isOwn ? texts[place] : "", kinds[place]);
            }
        }
        for (; next < areas.size() && areas.get(next).firstRow() <= row.number(); next++) {
            Area area = areas.get(next);
            boolean isHere = area.firstRow() == row.number();
            String text = isHere ? row.text(area.firstColumn()) : "";
            FileRow.Kind kind = isHere ? row.kind(area.firstColumn()) : FileRow.Kind.TEXT;
            for (int place = area.firstColumn(); place <= area.lastColumn(); place++) {
                if (isHere) {
                    row.put(place, text, kind);
                }
                texts[place] = text;
                kinds[place] = kind;
                until[place] = area.lastRow();
            }
        }
    }

    /** Whether anything is in the row that is in no area from above. */
    private boolean isOwn(FileRow row) {
        for (int place = 0; place < until.length; place++) {
            if (until[place] < row.number() && !row.text(place).isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
