package dev.oncemore.operations.audit;

import dev.oncemore.By;
import dev.oncemore.jdbc.Database;
import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.time.Ids;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;

/** The trail. Lines that come at once share a commit. */
public final class AuditTrail {
    private static final int SUBJECT_MAX = 400;
    private static final int WHY_MAX = 400;
    private static final int PAGE_MAX = 500;
    private static final int BATCH_MAX = 100;

    private final Database database;
    private final Ids ids;
    private final InstantSource clock;
    private final GroupCommit<Line, Boolean> lines;

    /** A trail whose lines get these ids, which are ordered by time. */
    public AuditTrail(Database database, Ids ids, InstantSource clock) {
        this.database = database;
        this.ids = ids;
        this.clock = clock;
        this.lines = new GroupCommit<>(this::insert, Line::id, added -> false, 1, BATCH_MAX);
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

    /** Adds a line. */
    public void add(String who, String action, String subject, String why) {
        lines.submit(new Line(ids.next(), clock.instant(), who, action, cut(subject), cut(why)));
    }

    /** Adds a line about an act that has a reason. */
    public void add(By by, String action, String subject) {
        add(by.who(), action, subject, by.why());
    }

    /** Adds a line if the act was done, and returns whether it was. */
    public boolean addIfDone(By by, String action, String subject, boolean done) {
        if (done) {
            add(by, action, subject);
        }
        return done;
    }

    /**
     * A person with a reason that the trail keeps in full.
     *
     * @throws IllegalArgumentException when the reason is blank or too long
     */
    public static By by(String who, String why) {
        if (why.isBlank() || why.length() > WHY_MAX) {
            throw new IllegalArgumentException(
                    "state the reason in 1 to " + WHY_MAX + " characters; it goes into the audit trail");
        }
        return By.person(who, why);
    }

    private List<Boolean> insert(List<Line> batch) {
        database.insertNew(
                "oncemore_audit (id, at, who, action, subject, why)",
                batch.stream()
                        .map(line -> List.<Object>of(
                                line.id(),
                                line.at().toEpochMilli(),
                                line.who(),
                                line.action(),
                                line.subject(),
                                line.why()))
                        .toList());
        return Collections.nCopies(batch.size(), true);
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

    private static String cut(String text) {
        return text.length() <= SUBJECT_MAX ? text : text.substring(0, SUBJECT_MAX - 1) + "…";
    }
}
