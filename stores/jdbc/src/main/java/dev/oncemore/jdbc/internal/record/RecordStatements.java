package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.SqliteWrites;
import dev.oncemore.once.record.ClaimId;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore.Inserted;
import dev.oncemore.once.record.TakeOver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/**
 * One database's statements; the algorithm around them is {@link RecordVerbs}. Batches come sorted by key, so that two of
 * them wait for each other in one order only. An answer that is missing means: nothing was changed, look why.
 */
interface RecordStatements {

    /** The one for this database. */
    static RecordStatements of(Dialect dialect, DataSource dataSource, Prefix prefix) {
        return dialect.choose(
                () -> new PostgresRecords(prefix),
                () -> new MariaDbRecords(dialect, prefix),
                () -> new SqliteRecords(dialect, SqliteWrites.on(dataSource), prefix));
    }

    /**
     * Reads existing records and inserts the others; leaves out those that another node just inserted. Fails as locked when an
     * open transaction holds one of the keys for longer than the given wait.
     */
    Map<Key, Inserted> insertOrRead(Connection connection, List<NewClaim> claims, Mode mode, LockWait lockWait)
            throws SQLException;

    /** The fences of those that it took over. Fails as {@link #finish} does when an open transaction holds one of the records. */
    Map<Key, Long> takeOver(Connection connection, List<TakeOver> takeOvers, Mode mode) throws SQLException;

    /** Those that it settled. Fails as locked when an open transaction holds one of the records, on our own connection. */
    Set<ClaimId> finish(Connection connection, List<RecordFinish> finishes, Mode mode) throws SQLException;

    /** The answers of {@link #finish} and {@link #insertOrRead}. */
    record FinishedAndInserted(Set<ClaimId> finished, Map<Key, Inserted> inserted) {}

    /** Whether {@link #finishAndClaim} is one transaction, so that nothing of it is left when it fails. */
    default boolean sharesCommits() {
        return false;
    }

    /** Both on our own connection and in one transaction, the ends first; only where commits are shared. */
    default FinishedAndInserted finishAndClaim(
            Connection connection, List<RecordFinish> finishes, List<NewClaim> claims) throws SQLException {
        throw new IllegalStateException("this database commits ends and claims one after the other");
    }

    /** Those that it inserted. Fails as locked when an open transaction holds one of the keys, on our own connection. */
    Set<Key> insertSettled(Connection connection, List<NewOutcome> outcomes, Mode mode) throws SQLException;

    /** Those that it extended. Fails as {@link #finish} does when an open transaction holds one of the records. */
    Set<ClaimId> extend(Connection connection, List<RecordExtension> extensions, Mode mode) throws SQLException;

    /**
     * Reads existing records as they are now, not as they were when the transaction began. Above READ COMMITTED, PostgreSQL shows
     * the snapshot, but refuses changes to rows that others have changed since.
     */
    Map<Key, OnceRecord> read(Connection connection, List<Key> keys, Mode mode) throws SQLException;

    /** Those of {@link #read}, as answers to claims. */
    default Map<Key, Inserted> found(Connection connection, List<NewClaim> claims, Mode mode) throws SQLException {
        Map<Key, Inserted> found = new HashMap<>();
        read(connection, claims.stream().map(NewClaim::key).toList(), mode)
                .forEach((key, record) -> found.put(key, Inserted.found(record)));
        return found;
    }

    /** The claims that have no answer yet. */
    static List<NewClaim> without(List<NewClaim> claims, Map<Key, Inserted> answers) {
        return claims.stream()
                .filter(claim -> !answers.containsKey(claim.key()))
                .toList();
    }

    /** Deletes records that have been expired for this long, and skips locked ones. */
    int purge(Connection connection, int rowsMax, long tombstoneMicros, Mode mode) throws SQLException;

    /** How many rows to purge in one go at most, however quick it is. */
    int purgeRowsMax();
}
