package dev.oncemore.spreadsheet;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Appends columns to one sheet of a workbook. They become part of the tables, the filter and the print area of its rows, so
 * that no row is sorted away from its added cells. Everything else is copied unchanged: formats, formulas, other sheets.
 */
public final class WorkbookPatch {
    private static final int LEVEL = 3;
    private static final int BUFFER = 1 << 16;

    private WorkbookPatch() {}

    /**
     * Returns the workbook with these cells appended.
     *
     * @param headingsRow the row of the headings
     * @param wanted what the first added cell of a visible row says; the other rows are hidden. Empty for all rows
     * @throws IllegalArgumentException when no columns are left in the sheet
     */
    public static byte[] add(byte[] file, String sheet, int headingsRow, AddedCells added, Set<String> wanted) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + file.length / 4 + BUFFER);
        write(file, sheet, headingsRow, added, wanted, Checkpoint.NONE, out);
        return out.toByteArray();
    }

    /** As {@link #add}, onto a stream, which is not closed. */
    public static void write(
            byte[] file,
            String sheet,
            int headingsRow,
            AddedCells added,
            Set<String> wanted,
            Checkpoint checkpoint,
            OutputStream out) {
        try (Workbook workbook = Workbook.open(file, checkpoint)) {
            Map<String, Patch> patches = patches(workbook, sheet, headingsRow, added, wanted);
            ZipOutputStream zip = new ZipOutputStream(out);
            // The fastest level takes half the time for a tenth more bytes.
            zip.setLevel(LEVEL);
            for (ZipEntry entry : workbook.archive().entries()) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                zip.putNextEntry(copy);
                try (InputStream in = workbook.archive().part(entry.getName())) {
                    Patch patch = patches.get(entry.getName());
                    if (patch == null) {
                        in.transferTo(zip);
                    } else {
                        run(patch, entry.getName(), in, zip);
                    }
                }
                zip.closeEntry();
            }
            zip.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FunctionalInterface
    private interface Patch {
        void run(TagScanner tags) throws IOException;
    }

    /** What is changed, by part. */
    private static Map<String, Patch> patches(
            Workbook workbook, String sheet, int headingsRow, AddedCells added, Set<String> wanted) {
        PatchPlan plan = PatchPlan.of(workbook, sheet, headingsRow, added);
        String stylesPart = workbook.stylesPart();
        AddedStyles styles = AddedStyles.read(workbook.archive(), stylesPart);
        Map<String, Patch> patches = new HashMap<>();
        if (stylesPart != null && styles != null) {
            patches.put(stylesPart, styles::patch);
        }
        plan.tables()
                .forEach(table -> patches.put(table.table().part(), tags -> table.patch(tags, plan.place(), wanted)));
        patches.put(workbook.mainPart(), new DefinedNames(sheet, workbook.position(sheet), plan)::patch);
        patches.put(workbook.part(sheet), new SheetPatch(plan, added, cells(workbook, styles), wanted)::run);
        return patches;
    }

    private static CellStyles cells(Workbook workbook, @Nullable AddedStyles styles) {
        return styles == null ? new CellStyles("", "", "", workbook.isFrom1904()) : styles.cells(workbook.isFrom1904());
    }

    private static void run(Patch patch, String part, InputStream in, ZipOutputStream zip) throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, 2);
        byte[] mark = start.readNBytes(2);
        start.unread(mark);
        if (mark.length > 0 && (mark[0] == (byte) 0xFE || mark[0] == (byte) 0xFF)) {
            throw new IllegalArgumentException("the part " + part
                    + " of the workbook is in UTF-16 and cannot be written back; save the workbook in a spreadsheet"
                    + " program and send the new file");
        }
        // Not closed, because more entries follow.
        OutputStream out = new BufferedOutputStream(zip, BUFFER);
        patch.run(new TagScanner(start, out));
        out.flush();
    }
}
