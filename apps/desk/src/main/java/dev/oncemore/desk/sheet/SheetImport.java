package dev.oncemore.desk.sheet;

import dev.oncemore.desk.company.Companies;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.operations.Rejected;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.operations.audit.Acts;
import dev.oncemore.spreadsheet.Checkpoint;
import dev.oncemore.time.Ids;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Imports files, and reads them again with other options. It sends nothing. */
public final class SheetImport {
    /** The hash of a sheet that comes from no file: none is the same. */
    private static final String NO_FILE = "";

    private final Sheets sheets;
    private final SheetContents contents;
    private final Companies companies;
    private final RecordStore records;
    private final Acts acts;
    private final Ids ids;
    private final FileWork files;

    public SheetImport(
            Sheets sheets,
            SheetContents contents,
            Companies companies,
            RecordStore records,
            Acts acts,
            Ids ids,
            FileWork files) {
        this.sheets = sheets;
        this.contents = contents;
        this.companies = companies;
        this.records = records;
        this.acts = acts;
        this.ids = ids;
        this.files = files;
    }

    /** Where files are read and written. */
    public FileWork files() {
        return files;
    }

    /**
     * Takes a sheet in, all of it or nothing.
     *
     * @param isStrict whether a file is refused whose columns are not all found; otherwise a person may choose them
     * @throws IllegalArgumentException when the file cannot be read; the message says why
     */
    public Sheet take(Upload upload, String who, boolean isStrict) {
        try (FileWork.Place place = files.enter(who)) {
            return take(place, upload, who, isStrict, sheet -> here -> true);
        }
    }

    /**
     * As above, for a caller that has taken its place before it read the file.
     *
     * @param next done in the same transaction, such as a confirmation
     */
    public Sheet take(
            FileWork.Place place, Upload upload, String who, boolean isStrict, Function<Sheet, Act<Boolean>> next) {
        return place.run(checkpoint -> taken(upload, who, isStrict, next, checkpoint));
    }

    private Sheet taken(
            Upload upload, String who, boolean isStrict, Function<Sheet, Act<Boolean>> next, Checkpoint checkpoint) {
        companies.require(upload.company(), upload.ifNew());
        byte[] bytes = upload.file();
        SheetFile file = SheetFile.read(
                bytes, upload.options(), contents.headings(upload.company(), upload.type()), isStrict, checkpoint);
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
        String hash = hash(bytes);
        Judged judged = judged(sheet, file, hash);
        Act<Boolean> then = next.apply(sheet);
        return acts.run(Act.large(here -> {
            companies.add(here, sheet.company(), upload.ifNew(), who);
            here.sql().call(connection -> {
                sheets.add(connection, sheet);
                contents.add(connection, sheet.id(), bytes);
                describe(connection, sheet, judged, hash);
                return true;
            });
            here.audit(who, "sheet uploaded", sheet.named(), file.reading().words());
            then.in(here);
            return sheet;
        }));
    }

    private Judged judged(Sheet sheet, SheetFile file, String hash) {
        CheckResult checked = CheckResult.of(file.reading(), file.lines());
        Judged judged = Judged.of(
                file,
                checked,
                file.reading().checksCreated()
                        ? CreatedBefore.of(records, sheet, file.lines(), checked)
                        : CreatedBefore.NOT_ASKED);
        List<Question> more = new ArrayList<>();
        List<BigDecimal> earlier = contents.totals(sheet, sheets.now().minus(SheetContents.USUAL));
        Questions.total(judged.total(), earlier).ifPresent(more::add);
        contents.sentBefore(sheet, hash)
                .map(before -> Questions.sameFile(before, sheets.rows().counts(before.id())))
                .ifPresent(more::add);
        return judged.asking(more);
    }

    private static String hash(byte[] file) {
        return HexFormat.of()
                .formatHex(Fingerprinter.plain().ofBytes("sheet", "file", file).bytes());
    }

    /** Takes rows in that come from no file, as part of an act. */
    public void take(ActTransaction here, Sheet sheet, List<TypedRow> lines) {
        SheetFile rows = SheetFile.ofRows(sheet.reading(), lines);
        Judged judged = Judged.of(rows, CreatedBefore.NOT_ASKED).unasked();
        here.sql().call(connection -> {
            sheets.add(connection, sheet);
            describe(connection, sheet, judged, NO_FILE);
            return true;
        });
    }

    private void describe(Connection connection, Sheet sheet, Judged judged, String hash) throws SQLException {
        sheets.rows()
                .addRows(
                        connection,
                        sheet.id(),
                        judged.file().lines().stream().map(judged::row).iterator());
        contents.describe(connection, sheet.id(), judged, hash);
    }

    /** Reads a sheet again that was not confirmed yet, in another way. What was corrected in it is lost. */
    public Sheet readAgain(Sheet sheet, ReadOptions asked, String who) {
        ReadOptions options = asked.orElse(sheet.reading());
        boolean isChosen = !asked.columns().isEmpty();
        return files.run(
                who, checkpoint -> readAgain(sheet, options, asked.answers().keySet(), isChosen, who, checkpoint));
    }

    /** As below, to the questions that the sheet raises now. */
    public Sheet answer(Sheet sheet, Map<Question.Code, String> answers, String who) {
        return answer(sheet, contents.questions(sheet.id()), answers, who);
    }

    /**
     * Answers questions about a sheet. If other rows are to be sent, the file is read again, and what was corrected in it is
     * lost. After the sheet was confirmed, only a question that a correction raised can be answered.
     *
     * @param seen the questions as the person saw them
     * @throws IllegalArgumentException when the sheet does not raise one of the questions
     */
    public Sheet answer(Sheet sheet, List<Question> seen, Map<Question.Code, String> answers, String who) {
        List<Question.Code> asked = seen.stream()
                .filter(question -> !sheet.isConfirmed() || question.isOpen(sheet.reading()))
                .map(Question::code)
                .toList();
        answers.keySet().stream()
                .filter(code -> !asked.contains(code))
                .findFirst()
                .ifPresent(code -> {
                    throw new IllegalArgumentException("nobody asked for " + code.word() + "; this sheet "
                            + (asked.isEmpty()
                                    ? "raises no questions"
                                    : "asks for "
                                            + asked.stream()
                                                    .map(Question.Code::word)
                                                    .collect(Collectors.joining(", "))));
                });
        Reading answered = with(sheet.reading(), answers);
        boolean areOtherRows = answered.leavesOutHidden() != sheet.reading().leavesOutHidden()
                || sheet.reading().checksCreated();
        if (areOtherRows && !sheet.isConfirmed()) {
            return files.run(
                    who, checkpoint -> readAgain(sheet, answered.options(), answers.keySet(), false, who, checkpoint));
        }
        return acts.run(here -> {
            Sheet now = sheet.isConfirmed() ? heldConfirmed(here, sheet) : held(here, sheet);
            if (!now.reading().with(Map.of()).equals(sheet.reading().with(Map.of()))) {
                throw changedMeanwhile();
            }
            if (!contents.within(here.sql()).questions(sheet.id()).equals(seen)) {
                throw Rejected.conflict("this sheet was changed at the same time; try again");
            }
            Sheet answeredNow = now.with(with(now.reading(), answers));
            here.sql().call(connection -> {
                contents.answered(connection, sheet.id(), answeredNow.reading());
                return true;
            });
            here.audit(who, "sheet question answered", sheet.named(), answers.toString());
            return answeredNow;
        });
    }

    private Sheet heldConfirmed(ActTransaction here, Sheet sheet) {
        here.sql().call(connection -> {
            sheets.hold(connection, sheet.id());
            return true;
        });
        return sheets.within(here.sql()).find(sheet.id()).orElse(sheet);
    }

    private static Reading with(Reading before, Map<Question.Code, String> answers) {
        Map<Question.Code, String> merged = new EnumMap<>(Question.Code.class);
        merged.putAll(before.answers());
        merged.putAll(answers);
        return before.with(merged);
    }

    /** Keeps others from changing or confirming a sheet until the end of the act, and returns it as it is now. */
    private Sheet held(ActTransaction here, Sheet sheet) {
        boolean isOpen = here.sql().call(connection -> sheets.holdOpen(connection, sheet.id()));
        if (!isOpen) {
            throw Rejected.conflict("this sheet is confirmed; upload the file again to read it otherwise");
        }
        return sheets.within(here.sql()).find(sheet.id()).orElse(sheet);
    }

    private static Rejected changedMeanwhile() {
        return Rejected.conflict("somebody else has just changed how this sheet is read; load it again");
    }

    /**
     * As above.
     *
     * @param given what is answered now; an earlier answer holds only if its question is the same
     */
    private Sheet readAgain(
            Sheet sheet,
            ReadOptions options,
            Set<Question.Code> given,
            boolean isChosen,
            String who,
            Checkpoint checkpoint) {
        byte[] bytes = contents.file(sheet.id());
        if (bytes.length == 0) {
            throw Rejected.conflict("the file of this sheet is not kept any more; upload it again");
        }
        SheetFile file =
                SheetFile.read(bytes, options, contents.headings(sheet.company(), sheet.type()), false, checkpoint);
        Sheet read = sheet.with(file.reading());
        String hash = hash(bytes);
        Judged judged = judged(read, file, hash);
        Set<Question.Code> outdated = new EarlierAnswers(sheet, contents.questions(sheet.id()), given)
                .outdated(file.reading(), judged.questions());
        if (!outdated.isEmpty()) {
            return readAgain(sheet, options.without(outdated), given, isChosen, who, checkpoint);
        }
        return acts.run(Act.large(here -> {
            if (!held(here, sheet).reading().equals(sheet.reading())) {
                throw changedMeanwhile();
            }
            here.sql().call(connection -> {
                sheets.startAnew(connection, read);
                describe(connection, read, judged, hash);
                if (isChosen && file.reading().isComplete()) {
                    contents.remember(connection, sheet, chosen(file));
                }
                return true;
            });
            here.audit(who, "sheet read again", sheet.named(), file.reading().words());
            return read;
        }));
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

    /** What may not be meant in a sheet. */
    public List<Question> questions(String id) {
        return contents.questions(id);
    }

    /** Whether a person must answer before more of this sheet is sent. */
    public boolean isAsking(Sheet sheet) {
        return questions(sheet.id()).stream().anyMatch(question -> question.isOpen(sheet.reading()));
    }

    /**
     * A document of a sheet.
     *
     * @param number its number
     * @param lines how many lines it has
     * @param amount its total without tax; null when a line is wrong
     */
    public record DocumentTotal(
            String number, int lines, @Nullable BigDecimal amount) {}

    /** The totals of the first documents of a sheet, as it is read and corrected now. */
    public List<DocumentTotal> documents(Sheet sheet) {
        return sheets.rows().page(sheet.id(), null, 0, Preview.ROWS).stream()
                .map(SheetRow::document)
                .filter(number -> !number.isEmpty())
                .distinct()
                .map(number -> {
                    List<SheetRow> rows = sheets.rows().around(sheet.id(), number).stream()
                            .filter(row -> row.document().equals(number))
                            .toList();
                    Total total = CheckResult.of(sheet, rows).total(document -> true);
                    return new DocumentTotal(number, rows.size(), total.documents() == 0 ? null : total.amount());
                })
                .toList();
    }

    /** What is valid, but probably a mistake. */
    public List<String> warnings(String id) {
        return contents.warnings(id);
    }
}
