package dev.oncemore.desk.sheet;

import dev.oncemore.operations.Rejected;
import dev.oncemore.spreadsheet.AddedCells;
import dev.oncemore.spreadsheet.Checkpoint;
import dev.oncemore.spreadsheet.CsvPatch;
import dev.oncemore.spreadsheet.NewWorkbook;
import dev.oncemore.spreadsheet.WorkbookPatch;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gives files back with what became of their rows. */
public final class SheetExport {
    private static final List<String> HEADINGS = List.of("status", "document_id", "message", "sent_at");

    private final Sheets sheets;
    private final SheetContents contents;

    public SheetExport(Sheets sheets, SheetContents contents) {
        this.sheets = sheets;
        this.contents = contents;
    }

    /** The original with columns added and everything else as it was. */
    public Download all(Sheet sheet, Checkpoint checkpoint) {
        return given(sheet, "-status", false, checkpoint);
    }

    /** Only the rows without a document: of CSV as uploaded; of a workbook as they are now, in a new workbook. */
    public Download failed(Sheet sheet, Checkpoint checkpoint) {
        return given(sheet, "-failed", true, checkpoint);
    }

    private Download given(Sheet sheet, String suffix, boolean isFailedOnly, Checkpoint checkpoint) {
        Told told = new Told(sheet.id());
        if (!sheet.reading().isOfFile()) {
            return Download.written(
                    name(sheet, suffix, "xlsx"),
                    Download.WORKBOOK,
                    out -> rows(sheet, told, isFailedOnly, checkpoint, out));
        }
        if (!sheet.reading().isWorkbook()) {
            return Download.written(
                    name(sheet, suffix, "csv"),
                    Download.CSV,
                    out -> csv(sheet, told, row -> !isFailedOnly || told.isFailed(row), checkpoint, out));
        }
        return Download.written(
                name(sheet, suffix, "xlsx"),
                Download.WORKBOOK,
                isFailedOnly
                        ? out -> rows(sheet, told, true, checkpoint, out)
                        : out -> workbook(sheet, told, checkpoint, out));
    }

    private void csv(Sheet sheet, Told told, IntPredicate isWanted, Checkpoint checkpoint, OutputStream out) {
        Reading reading = sheet.reading();
        CsvPatch.write(
                file(sheet),
                reading.encoding(),
                reading.delimiter(),
                reading.width(),
                reading.headingsRow(),
                told,
                isWanted,
                checkpoint,
                out);
    }

    private void workbook(Sheet sheet, Told told, Checkpoint checkpoint, OutputStream out) {
        Reading reading = sheet.reading();
        WorkbookPatch.write(
                file(sheet), reading.sheet(), reading.width(), reading.headingsRow(), told, checkpoint, out);
    }

    private byte[] file(Sheet sheet) {
        byte[] file = contents.file(sheet.id());
        if (file.length == 0) {
            throw Rejected.notFound("the file of this sheet is not kept any more; its rows are still here");
        }
        return file;
    }

    private static String name(Sheet sheet, String suffix, String ending) {
        return sheet.fileName().replaceAll("(?i)\\.(csv|txt|tsv|xlsx)$", "") + suffix + "." + ending;
    }

    private static void rows(Sheet sheet, Told told, boolean isFailedOnly, Checkpoint checkpoint, OutputStream out) {
        List<String> headings =
                Stream.concat(Column.words().stream(), HEADINGS.stream()).toList();
        Iterator<List<String>> rows = Stream.generate(told::next)
                .takeWhile(Objects::nonNull)
                .peek(row -> checkpoint.pass())
                .filter(row -> !isFailedOnly || !row.state().isThere())
                .map(row -> Stream.concat(row.cells().values().stream(), cells(row).stream())
                        .toList())
                .iterator();
        NewWorkbook.write(sheet.type().word(), headings, rows, List.of(), out);
    }

    private static List<String> cells(SheetRow row) {
        return List.of(
                row.state().word(),
                row.documentId(),
                row.message().replace("\n", "; "),
                row.sentAt() == null ? "" : row.sentAt().toString());
    }

    /** Goes along with the rows of a file, and never holds more than a few of them. */
    private final class Told implements AddedCells {
        private static final int PAGE = 1_000;

        private final String id;
        private List<SheetRow> page = List.of();
        private int at;
        private int last;
        private @Nullable SheetRow current;

        Told(String id) {
            this.id = id;
        }

        @Nullable
        SheetRow next() {
            if (at == page.size()) {
                page = sheets.rows().page(id, null, last, PAGE);
                at = 0;
            }
            current = at < page.size() ? page.get(at++) : null;
            last = current == null ? last : current.row();
            return current;
        }

        @Override
        public List<String> headings() {
            return HEADINGS;
        }

        @Override
        public @Nullable List<String> of(int row) {
            SheetRow found = at(row);
            return found == null ? null : cells(found);
        }

        boolean isFailed(int row) {
            SheetRow found = at(row);
            return found != null && !found.state().isThere();
        }

        private @Nullable SheetRow at(int row) {
            while (last < row) {
                if (next() == null) {
                    return null;
                }
            }
            return current != null && current.row() == row ? current : null;
        }
    }
}
