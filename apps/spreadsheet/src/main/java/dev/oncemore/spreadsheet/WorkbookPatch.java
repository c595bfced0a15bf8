package dev.oncemore.spreadsheet;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Appends columns to one sheet of a workbook. All other parts, and all other content of that sheet's part, are copied
 * unchanged, so that formats, formulas, tables and other sheets are preserved.
 */
public final class WorkbookPatch {
    private static final int LEVEL = 3;
    private static final int BUFFER = 1 << 16;

    private WorkbookPatch() {}

    /**
     * Returns the workbook with these cells appended.
     *
     * @param width how many columns the sheet has; the new ones follow
     * @param headingsRow the row of the headings
     * @throws IllegalArgumentException when no columns are left in the sheet
     */
    public static byte[] add(byte[] file, String sheet, int width, int headingsRow, AddedCells added) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + file.length / 4 + BUFFER);
        write(file, sheet, width, headingsRow, added, Checkpoint.NONE, out);
        return out.toByteArray();
    }

    /** As {@link #add}, onto a stream, which is not closed. */
    public static void write(
            byte[] file,
            String sheet,
            int width,
            int headingsRow,
            AddedCells added,
            Checkpoint checkpoint,
            OutputStream out) {
        if (width + added.headings().size() > Places.COLUMNS_MAX) {
            throw new IllegalArgumentException("the sheet has " + width + " columns, so there is no room for "
                    + added.headings().size() + " more");
        }
        try (Workbook workbook = Workbook.open(file, checkpoint)) {
            ZipOutputStream zip = new ZipOutputStream(out);
            // The fastest level takes half the time for a tenth more bytes.
            zip.setLevel(LEVEL);
            String patched = workbook.part(sheet);
            for (ZipEntry entry : workbook.archive().entries()) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTime(entry.getTime());
                zip.putNextEntry(copy);
                try (InputStream in = workbook.archive().part(entry.getName())) {
                    if (entry.getName().equals(patched)) {
                        patch(in, zip, new SheetPatch(width, headingsRow, added));
                    } else {
                        in.transferTo(zip);
                    }
                }
                zip.closeEntry();
            }
            zip.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void patch(InputStream in, ZipOutputStream zip, SheetPatch patch) throws IOException {
        // Not closed, because more entries follow.
        OutputStream out = new BufferedOutputStream(zip, BUFFER);
        patch.run(new TagScanner(in, out));
        out.flush();
    }
}
