package dev.oncemore.server.desk;

import dev.oncemore.OncemoreException;
import dev.oncemore.server.audit.AuditTrail;
import dev.oncemore.server.web.Refusal;
import dev.oncemore.time.Ids;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Everything that people can do with sheets; pages, endpoints and commands act through it. */
public final class Desk {
    private static final String CORRECTED = "corrected, and not sent again yet";
    private static final int FILE_NAME_MAX = 255;

    private final Sheets sheets;
    private final AuditTrail audit;
    private final Ids ids;
    private final PostRoom post;

    /** A desk that gives what is confirmed to this post room. */
    public Desk(AuditTrail audit, Ids ids, PostRoom post) {
        this.sheets = post.sheets();
        this.audit = audit;
        this.ids = ids;
        this.post = post;
    }

    /** Whether documents go anywhere. */
    public boolean isConnected() {
        return post.isConnected();
    }

    /**
     * Takes a sheet in, all of it or nothing, and sends nothing yet.
     *
     * @throws IllegalArgumentException when the file cannot be read; the message says why
     */
    public Sheet take(byte[] file, String fileName, String company, DocumentType type, String who) {
        DocumentName.requireCompany(company);
        SheetFile read = SheetFile.read(file);
        Sheet sheet = new Sheet(
                ids.next(),
                company,
                type,
                shortName(fileName),
                read.encoding(),
                read.delimiter(),
                who,
                sheets.now(),
                null);
        List<SheetRow> rows = read.lines().stream()
                .map(line -> new SheetRow(line.row(), line.number(), line.cells(), RowState.PENDING, "", "", null, 0))
                .toList();
        return stored(() -> {
            sheets.add(sheet, Judgement.of(sheet, rows).asNew(rows));
            return sheet;
        });
    }

    private static String shortName(String fileName) {
        String name = fileName.replaceAll("\\p{Cntrl}", "")
                .replaceAll("^.*[/\\\\]", "")
                .strip();
        return name.isEmpty() ? "sheet.csv" : name.substring(0, Math.min(FILE_NAME_MAX, name.length()));
    }

    /** Sends every document of a sheet that nothing is wrong with. */
    public void confirm(String id, String who) {
        Sheet sheet = sheet(id);
        post.requireConnected(sheet);
        int sent = stored(() -> sheets.transactions().run(connection -> {
            if (!sheets.confirm(connection, id)) {
                throw Refusal.conflict(
                        "this sheet was confirmed already; what is wrong in it is sent again row by row");
            }
            List<Errand> errands = sheets.pending(connection, id).stream()
                    .map(document -> new Errand(id, document, 0, who))
                    .toList();
            post.enqueue(connection, id, errands);
            return errands.size();
        }));
        audit.add(who, "sheet sent", sheet.fileName() + " (" + id + ")", sent + " documents of " + sheet.company());
        post.wakeUp();
    }

    /** Puts other values into a row that was not sent, or in vain; it is not sent by this. */
    public SheetRow correct(String id, int number, Map<Column, String> values, String who) {
        Sheet sheet = sheet(id);
        List<SheetRow> before = sheets.all(id);
        SheetRow old = row(before, number);
        if (!isOpen(sheet, old)) {
            throw Refusal.conflict(
                    "row " + number + " is " + old.state().word() + "; only what is in Error can be changed");
        }
        Map<Column, String> cells = new EnumMap<>(Column.class);
        cells.putAll(old.cells());
        values.forEach((column, value) -> cells.put(column, value.strip()));
        SheetRow edited = old.with(new Line(number, cells));
        List<SheetRow> after =
                before.stream().map(row -> row.row() == number ? edited : row).toList();
        after.stream()
                .filter(row -> row.document().equals(edited.document()) && !isOpen(sheet, row))
                .findFirst()
                .ifPresent(sent -> {
                    throw Refusal.conflict("the number " + edited.document() + " is that of row " + sent.row()
                            + ", which was sent already; use another");
                });
        Judgement earlier = Judgement.of(sheet, before);
        Judgement now = Judgement.of(sheet, after);
        Map<Integer, SheetRow> untouched = new HashMap<>();
        before.forEach(row -> untouched.put(row.row(), row));
        List<RowLine> edits = List.of(post.log()
                .line(sheet, edited, RowEvent.ROW_EDITED, who, old.revision(), 0, 0, "", difference(old, edited)));
        stored(() -> sheets.transactions().run(connection -> {
            for (SheetRow row : after) {
                SheetRow was = untouched.getOrDefault(row.row(), row);
                SheetRow judged = isOpen(sheet, row) ? judged(sheet, row, number, earlier, now) : row;
                if (!judged.equals(was) && !sheets.change(connection, id, was, judged)) {
                    throw Refusal.conflict("row " + row.row() + " has changed since; load it again");
                }
            }
            RowLog.add(connection, id, edits);
            return after.size();
        }));
        RowLog.tell(id, edits);
        audit.add(
                who,
                "sheet row changed",
                "row " + number + " of " + sheet.fileName() + " (" + id + ")",
                "was " + old.cells().values());
        return row(sheets.all(id), number);
    }

    private static SheetRow judged(Sheet sheet, SheetRow row, int edited, Judgement earlier, Judgement now) {
        Optional<String> wrong = now.of(row);
        if (wrong.isPresent()) {
            return row.with(RowState.ERROR, wrong.get());
        }
        if (!sheet.isConfirmed()) {
            return row.with(RowState.PENDING, "");
        }
        return row.row() == edited || earlier.of(row).isPresent() ? row.with(RowState.ERROR, CORRECTED) : row;
    }

    private static boolean isOpen(Sheet sheet, SheetRow row) {
        return row.state() == RowState.ERROR || (!sheet.isConfirmed() && row.state() == RowState.PENDING);
    }

    /** Sends the document of this row again. What was created after all is found by its key or its number. */
    public void resend(String id, int number, String who) {
        Sheet sheet = sheet(id);
        row(id, number);
        Resent resent = post.resend(sheet, row -> row.row() == number, who);
        String wrong = resent.skipped().get(number);
        if (wrong != null) {
            throw wrong.startsWith("it is ")
                    ? Refusal.conflict("row " + number + ": " + wrong)
                    : Refusal.wrong("it cannot be sent: " + wrong);
        }
    }

    private static String difference(SheetRow old, SheetRow edited) {
        StringBuilder text = new StringBuilder();
        for (Column column : Column.values()) {
            String was = old.cells().getOrDefault(column, "");
            String is = edited.cells().getOrDefault(column, "");
            if (!was.equals(is)) {
                text.append(text.isEmpty() ? "" : ", ").append(column.word() + " was '" + was + "', is '" + is + "'");
            }
        }
        return text.isEmpty() ? "nothing was changed" : text.toString();
    }

    /** Whether nothing is wrong with the document of this row, so that it can be sent. */
    public boolean isFine(String id, SheetRow row) {
        return Judgement.of(sheet(id), sheets.all(id)).of(row).isEmpty();
    }

    /** The sheet with this id. */
    public Sheet sheet(String id) {
        return sheets.find(id).orElseThrow(() -> Refusal.notFound("there is no sheet " + id));
    }

    /** The latest ones first. */
    public List<Sheet> latest(int limit) {
        return sheets.latest(limit);
    }

    /** How many rows stand where. */
    public Map<RowState, Integer> counts(String id) {
        return sheets.counts(id);
    }

    /** How many rows of a confirmed sheet are still being sent or asked for. */
    public int underWay(Sheet sheet) {
        return sheet.isConfirmed() ? sheets.underWay(sheet.id()) : 0;
    }

    /** What a sheet amounts to: "37 invoices, 1,204,500 without tax". */
    public String total(Sheet sheet) {
        return Judgement.of(sheet, sheets.all(sheet.id())).total();
    }

    /** Rows in their order, after this one. */
    public List<SheetRow> rows(String id, @Nullable RowState state, int after, int limit) {
        return sheets.page(sheet(id).id(), state, after, limit);
    }

    /** One of them. */
    public SheetRow row(String id, int number) {
        return sheets.page(sheet(id).id(), null, number - 1, 1).stream()
                .filter(row -> row.row() == number)
                .findFirst()
                .orElseThrow(() -> noRow(number));
    }

    private static SheetRow row(List<SheetRow> rows, int number) {
        return rows.stream().filter(row -> row.row() == number).findFirst().orElseThrow(() -> noRow(number));
    }

    private static Refusal noRow(int number) {
        return Refusal.notFound("there is no row " + number + " in this sheet");
    }

    /** Has this document been created? */
    public Answer find(DocumentName name) {
        return post.find(name);
    }

    @FunctionalInterface
    private interface Storing<T> {
        T run() throws SQLException;
    }

    private static <T> T stored(Storing<T> work) {
        try {
            return work.run();
        } catch (SQLException e) {
            throw new OncemoreException(
                    "the store could not do this; try again, and look at the database if it stays so: "
                            + e.getMessage(),
                    e);
        }
    }
}
