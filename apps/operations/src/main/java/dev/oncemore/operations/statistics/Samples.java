package dev.oncemore.operations.statistics;

import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where samples are kept. A minute that is written again replaces what was there: it was counted anew. */
public final class Samples {
    private static final int NAME_MAX = 100;
    private static final Duration KEPT = Duration.ofHours(25);
    private static final String COLUMNS =
            "calls, first_try, rescued, failed, attempts, refused, duplicates, added_ms, latencies";

    private final Database database;

    /** Those of this store. */
    public Samples(Database database) {
        this.database = database;
    }

    /** Keeps these. */
    public void save(List<Sample> samples) {
        for (Sample sample : samples) {
            database.update(
                    "DELETE FROM oncemore_sample WHERE minute = ? AND source = ? AND name = ?",
                    sample.minute().getEpochSecond(),
                    sample.source(),
                    cut(sample.name()));
            insert(sample);
        }
    }

    private void insert(Sample sample) {
        Sums sums = sample.sums();
        try {
            database.update(
                    "INSERT INTO oncemore_sample (minute, source, name, " + COLUMNS
                            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    sample.minute().getEpochSecond(),
                    sample.source(),
                    cut(sample.name()),
                    sums.calls(),
                    sums.firstTry(),
                    sums.rescued(),
                    sums.failed(),
                    sums.attempts(),
                    sums.refused(),
                    sums.duplicates(),
                    sums.added().toMillis(),
                    sums.latencies().written());
        } catch (OncemoreException e) {
            // Another server has just counted the same minute of the store, with the same result.
            if (!sample.source().equals(Sample.STORE)) {
                throw e;
            }
        }
    }

    /** All of these minutes. */
    public List<Sample> between(Instant from, Instant before) {
        return database.query(
                "SELECT minute, source, name, " + COLUMNS
                        + " FROM oncemore_sample WHERE minute >= ? AND minute < ? ORDER BY minute",
                Samples::read,
                from.getEpochSecond(),
                before.getEpochSecond());
    }

    private static Sample read(ResultSet row) throws SQLException {
        return new Sample(
                Instant.ofEpochSecond(row.getLong(1)),
                row.getString(2),
                row.getString(3),
                new Sums(
                        row.getLong(4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7),
                        row.getLong(8),
                        row.getLong(9),
                        row.getLong(10),
                        Duration.ofMillis(row.getLong(11)),
                        Latencies.read(row.getString(12))));
    }

    /** The last minute of a source that is there. */
    Optional<Instant> last(String source) {
        return database.first("SELECT max(minute) FROM oncemore_sample WHERE source = ?", row -> row.getLong(1), source)
                .filter(minute -> minute > 0)
                .map(Instant::ofEpochSecond);
    }

    /** Removes the oldest minutes that are over, up to about this many rows, and returns how many; 0 if none is left. */
    public int purge(int rowsMax, Instant now) {
        long before = now.minus(KEPT).getEpochSecond();
        long upTo = database
                .query(
                        "SELECT minute FROM oncemore_sample WHERE minute < ? ORDER BY minute LIMIT " + rowsMax,
                        row -> row.getLong(1),
                        before)
                .stream()
                .reduce(-1L, Math::max);
        return upTo < 0 ? 0 : database.update("DELETE FROM oncemore_sample WHERE minute <= ?", upTo);
    }

    private static String cut(String name) {
        return name.length() <= NAME_MAX ? name : name.substring(0, NAME_MAX);
    }
}
