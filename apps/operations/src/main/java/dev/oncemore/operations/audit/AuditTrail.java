package dev.oncemore.operations.audit;

import dev.oncemore.By;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.time.Ids;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** The trail: who did what, when and why. {@link Acts} writes its lines, each in the transaction of its act. */
public final class AuditTrail {
    private static final int SUBJECT_MAX = 400;
    private static final int WHY_MAX = 400;
    private static final int PAGE_MAX = 500;
    private static final int BATCH_MAX = 100;

    private static final String INSERT = "INSERT INTO oncemore_audit (id, at, who, action, subject, why) ";

    private final Database database;
    /** One text for any number of lines, whose plan the server keeps; empty on other databases. */
    private final String insertColumns;

    private final Ids ids;
    private final InstantSource clock;

    /** A trail whose lines get these ids, which are ordered by time. */
    public AuditTrail(Database database, Ids ids, InstantSource clock) {
        this.database = database;
        insertColumns = database.sqlFor(INSERT + "SELECT * FROM unnest(?, ?, ?, ?, ?, ?)", "", "");
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * One line.
     *
     * @param id its place
     * @param at when
     * @param who an account or token
     * @param action what was done
     * @param subject to what
     * @param why the reason that was given; empty when none was asked for
     */
    public record Line(String id, Instant at, String who, String action, String subject, String why) {}

    Line line(String who, String action, String subject, String why) {
        return new Line(ids.next(), clock.instant(), who, action, cut(subject), cut(why));
    }

    /**
     * A person with a reason that the trail keeps in full.
     *
     * @throws IllegalArgumentException when the reason is blank, too long or has control characters
     */
    public static By by(String who, String why) {
        if (why.isBlank() || why.length() > WHY_MAX || !PlainText.isPlain(why)) {
            throw new IllegalArgumentException("state the reason in 1 to " + WHY_MAX
                    + " characters on one line, without control characters; it goes into the audit trail");
        }
        return By.person(who, why);
    }

    /**
     * A reason that may be left out.
     *
     * @throws IllegalArgumentException when the reason is too long or has control characters
     */
    public static String reason(String why) {
        return why.isBlank() ? "" : by("anybody", why).why();
    }

    /** As part of the transaction of the act that they are about. */
    void insert(SqlOperations here, List<Line> lines) {
        for (int from = 0; from < lines.size(); from += BATCH_MAX) {
            insertPart(here, lines.subList(from, Math.min(from + BATCH_MAX, lines.size())));
        }
    }

    private void insertPart(SqlOperations here, List<Line> part) {
        if (part.size() > 1 && !insertColumns.isEmpty()) {
            here.update(
                    insertColumns,
                    part.stream().map(Line::id).toArray(String[]::new),
                    part.stream().map(line -> line.at().toEpochMilli()).toArray(Long[]::new),
                    part.stream().map(Line::who).toArray(String[]::new),
                    part.stream().map(Line::action).toArray(String[]::new),
                    part.stream().map(Line::subject).toArray(String[]::new),
                    part.stream().map(Line::why).toArray(String[]::new));
            return;
        }
        Object[] values = part.stream()
                .flatMap(line -> Stream.<Object>of(
                        line.id(), line.at().toEpochMilli(), line.who(), line.action(), line.subject(), line.why()))
                .toArray();
        here.update(
                INSERT + "VALUES " + String.join(", ", Collections.nCopies(part.size(), "(?, ?, ?, ?, ?, ?)")), values);
    }

    /** The lines before this one, the latest first; an empty place starts with the last line. */
    public List<Line> page(String before, int most) {
        return database.query(
                "SELECT id, at, who, action, subject, why FROM oncemore_audit WHERE id < ? ORDER BY id DESC LIMIT ?",
                row -> new Line(
                        row.getString(1),
                        Instant.ofEpochMilli(row.getLong(2)),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6)),
                before.isEmpty() ? "~" : before,
                Math.min(PAGE_MAX, most));
    }

    /** Subjects name what others have named: what such a name may contain is not ours to decide. */
    private static String cut(String given) {
        String text = PlainText.escaped(given);
        return text.length() <= SUBJECT_MAX ? text : text.substring(0, SUBJECT_MAX - 1) + "…";
    }
}
