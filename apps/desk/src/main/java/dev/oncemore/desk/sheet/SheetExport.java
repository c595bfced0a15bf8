package dev.oncemore.desk.sheet;

import dev.oncemore.operations.Rejected;
import dev.oncemore.spreadsheet.CellValue;
import dev.oncemore.spreadsheet.Checkpoint;
import dev.oncemore.spreadsheet.CsvPatch;
import dev.oncemore.spreadsheet.NewWorkbook;
import dev.oncemore.spreadsheet.WorkbookPatch;
import java.io.OutputStream;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Gives files back with what became of their rows. */
public final class SheetExport {
    private static final int CELL_WIDTH = 18;

    private final Sheets sheets;
    private final SheetContents contents;

    public SheetExport(Sheets sheets, SheetContents contents) {
        this.sheets = sheets;
        this.contents = contents;
    }

    /** The original with columns added and everything else as it was. */
    public Download all(Sheet sheet, Checkpoint checkpoint) {
        byte[] file = contents.file(sheet.id());
        if (sheet.reading().isOfFile() && file.length == 0) {
            throw Rejected.notFound("the file of this sheet is not kept any more; its rows are still here");
        }
        return given(sheet, file, "-status", Set.of(), checkpoint);
    }

    /**
     * The same with only the rows that have no document: other rows of a workbook are hidden, so that its formulas and row
     * numbers stay right, and other rows of CSV are left out. Of a workbook that is not kept any more, the rows in a new one.
     */
    public Download failed(Sheet sheet, Checkpoint checkpoint) {
        byte[] file = contents.file(sheet.id());
        if (sheet.reading().isOfFile() && !sheet.reading().isWorkbook() && file.length == 0) {
            throw Rejected.notFound("the file of this sheet is not kept any more; its rows are still here");
        }
        return given(sheet, file, "-failed", StatusCells.notCreated(), checkpoint);
    }

    private Download given(Sheet sheet, byte[] file, String suffix, Set<String> wanted, Checkpoint checkpoint) {
        if (file.length == 0) {
            return Download.written(
                    name(sheet, suffix, "xlsx"),
                    Download.WORKBOOK,
                    out -> rows(sheet, !wanted.isEmpty(), checkpoint, out));
        }
        return sheet.reading().isWorkbook()
                ? Download.written(
                        name(sheet, suffix, "xlsx"),
                        Download.WORKBOOK,
                        out -> workbook(sheet, file, wanted, checkpoint, out))
                : Download.written(
                        name(sheet, suffix, "csv"), Download.CSV, out -> csv(sheet, file, wanted, checkpoint, out));
    }

    private void csv(Sheet sheet, byte[] file, Set<String> wanted, Checkpoint checkpoint, OutputStream out) {
        Reading reading = sheet.reading();
        CsvPatch.write(
                file,
                reading.encoding(),
                reading.delimiter(),
                reading.width(),
                reading.headingsRow(),
                cells(sheet, file, wanted.isEmpty() ? StatusCells.CSV : StatusCells.CSV_WITH_ROW, checkpoint),
                wanted,
                checkpoint,
                out);
    }

    private void workbook(Sheet sheet, byte[] file, Set<String> wanted, Checkpoint checkpoint, OutputStream out) {
        Reading reading = sheet.reading();
        StatusCells cells = cells(sheet, file, StatusCells.WORKBOOK, checkpoint);
        WorkbookPatch.write(file, reading.sheet(), reading.headingsRow(), cells, wanted, checkpoint, out);
    }

    private StatusCells cells(Sheet sheet, byte[] file, List<String> headings, Checkpoint checkpoint) {
        CorrectedCells corrected = CorrectedCells.find(sheet.reading(), file, cursor(sheet), checkpoint);
        int lastRow = sheets.rows()
                .before(sheet.id(), Integer.MAX_VALUE)
                .map(SheetRow::row)
                .orElse(0);
        return new StatusCells(headings, cursor(sheet), corrected, lastRow);
    }

    private RowCursor cursor(Sheet sheet) {
        return new RowCursor(sheets.rows(), sheet.id());
    }

    private static String name(Sheet sheet, String suffix, String ending) {
        return sheet.fileName().replaceAll("(?i)\\.(csv|txt|tsv|xlsx)$", "") + suffix + "." + ending;
    }

    private void rows(Sheet sheet, boolean isFailedOnly, Checkpoint checkpoint, OutputStream out) {
        StatusCells status = new StatusCells(
                sheet.reading().isOfFile() ? StatusCells.WORKBOOK_WITH_ROW : StatusCells.WORKBOOK,
                cursor(sheet),
                new CorrectedCells(),
                0);
        Iterator<List<CellValue>> rows = Stream.generate(cursor(sheet)::next)
                .takeWhile(Objects::nonNull)
                .peek(row -> checkpoint.pass())
                .filter(row -> !isFailedOnly || !row.state().isThere())
                .map(row -> joined(
                        row.cells().values().stream().map(CellValue::text).toList(), status.of(row)))
                .iterator();
        NewWorkbook.write(
                sheet.type().word(),
                joined(Column.words(), status.headings()),
                joined(Collections.nCopies(Column.words().size(), CELL_WIDTH), status.widths()),
                rows,
                out);
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
