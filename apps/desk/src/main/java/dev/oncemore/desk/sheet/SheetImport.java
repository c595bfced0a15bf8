package dev.oncemore.desk.sheet;

import dev.oncemore.once.record.RecordStore;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.time.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Imports files, and reads them again with other options. It sends nothing. */
public final class SheetImport {
    private final Sheets sheets;
    private final SheetContents contents;
    private final RecordStore records;
    private final AuditTrail audit;
    private final Ids ids;

    public SheetImport(Sheets sheets, SheetContents contents, RecordStore records, AuditTrail audit, Ids ids) {
        this.sheets = sheets;
        this.contents = contents;
        this.records = records;
        this.audit = audit;
        this.ids = ids;
    }

    /**
     * Takes a sheet in, all of it or nothing.
     *
     * @param isStrict whether a file is refused whose columns are not all found; otherwise a person may choose them
     * @throws IllegalArgumentException when the file cannot be read; the message says why
     */
    public Sheet take(Upload upload, String who, boolean isStrict) {
        SheetFile file = SheetFile.read(
                upload.file(), upload.options(), contents.headings(upload.company(), upload.type()), isStrict);
        Sheet sheet = new Sheet(
                ids.next(),
                upload.company(),
                upload.type(),
                upload.fileName(),
                file.reading(),
                who,
                sheets.now(),
                null);
        // Not in the transaction: a large sheet takes a while.
        Judged judged = judged(sheet, file);
        return sheets.stored(connection -> {
            add(connection, sheet, upload.file(), judged);
            return sheet;
        });
    }

    /** What was found in a file. */
    public record Judged(
            SheetFile file, CheckResult checked, CreatedBefore created, List<String> warnings, Total total) {
        public static Judged of(SheetFile file, CreatedBefore created) {
            return of(file, CheckResult.of(file.reading(), file.lines()), created);
        }

        private static Judged of(SheetFile file, CheckResult checked, CreatedBefore created) {
            return new Judged(
                    file,
                    checked,
                    created,
                    Warnings.of(file.lines(), file.reading()),
                    checked.total(document -> !created.contains(document)));
        }

        private SheetRow row(TypedRow line) {
            return created.told(checked.asNew(line));
        }
    }

    private Judged judged(Sheet sheet, SheetFile file) {
        CheckResult checked = CheckResult.of(file.reading(), file.lines());
        return Judged.of(
                file,
                checked,
                file.reading().checksCreated()
                        ? CreatedBefore.of(records, sheet, file.lines(), checked)
                        : CreatedBefore.NOT_ASKED);
    }

    /** Within a transaction. */
    public void add(Connection connection, Sheet sheet, byte[] bytes, Judged judged) throws SQLException {
        sheets.add(connection, sheet);
        contents.add(connection, sheet.id(), bytes);
        describe(connection, sheet, judged);
    }

    private void describe(Connection connection, Sheet sheet, Judged judged) throws SQLException {
        sheets.rows()
                .addRows(
                        connection,
                        sheet.id(),
                        judged.file().lines().stream().map(judged::row).iterator());
        contents.describe(connection, sheet.id(), judged.file(), judged.warnings(), judged.total());
    }

    /** Reads a sheet again that was not confirmed yet, in another way. What was corrected in it is lost. */
    public Sheet readAgain(Sheet sheet, ReadOptions asked, String who) {
        ReadOptions options = asked.orElseChecking(sheet.reading().checksCreated());
        byte[] bytes = contents.file(sheet.id());
        if (bytes.length == 0) {
            throw Rejected.conflict("the file of this sheet is not kept any more; upload it again");
        }
        SheetFile file = SheetFile.read(bytes, options, contents.headings(sheet.company(), sheet.type()), false);
        Sheet read = sheet.with(file.reading());
        Judged judged = judged(read, file);
        sheets.stored(connection -> {
            if (!sheets.startAnew(connection, read)) {
                throw Rejected.conflict("this sheet is confirmed; upload the file again to read it otherwise");
            }
            describe(connection, read, judged);
            if (!options.columns().isEmpty() && file.reading().isComplete()) {
                contents.remember(connection, sheet, chosen(file));
            }
            return read;
        });
        audit.add(who, "sheet read again", sheet.named(), file.reading().words());
        return read;
    }

    private static Map<Column, String> chosen(SheetFile file) {
        Map<Column, String> headings = new EnumMap<>(Column.class);
        file.reading()
                .places()
                .forEach((column, place) -> headings.put(column, file.headings().get(place)));
        return headings;
    }

    /** The first rows of a file. */
    public Preview preview(String id) {
        return contents.preview(id);
    }

    /** What is valid, but probably a mistake. */
    public List<String> warnings(String id) {
        return contents.warnings(id);
    }
}
