package dev.oncemore.jdbc.internal.record;

import dev.oncemore.jdbc.internal.sql.Micros;
import dev.oncemore.jdbc.internal.sql.Prefix;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.jdbc.internal.sql.StoreSettings;
import dev.oncemore.jdbc.query.RecordQueries;
import dev.oncemore.once.record.JoiningStore;
import dev.oncemore.once.record.Key;
import dev.oncemore.once.record.NewClaim;
import dev.oncemore.once.record.NewOutcome;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordExtension;
import dev.oncemore.once.record.RecordFinish;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.once.record.TakeOver;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;

/** Records in a database, in transactions of their own; {@link #join} uses the user's. */
public final class JdbcRecordStore implements JoiningStore<Connection> {
    private final RecordVerbs own;
    private final RecordQueries queries;
    private final Prefix prefix;
    private final RecordStatements statements;
    private final long tombstoneMicros;
    private final int concurrentBatches;
    private final List<String> warnings;

    /**
     * A store with these settings.
     *
     * @throws IllegalStateException when the database's settings break the promises
     */
    public JdbcRecordStore(StoreSettings settings) {
        warnings = settings.warnings();
        prefix = settings.prefix();
        statements = RecordStatements.of(settings.dialect(), settings.dataSource(), prefix);
        tombstoneMicros = Micros.of(settings.tombstone());
        concurrentBatches = settings.batches();
        Session session = Session.Own.on(settings.dataSource());
        own = new RecordVerbs(session, prefix, statements, tombstoneMicros);
        queries = new JdbcRecordQueries(session, own, settings.dialect(), prefix);
    }

    /** Read-only questions. */
    public RecordQueries queries() {
        return queries;
    }

    /**
     * The same verbs as part of the transaction that is open on this connection. Another transaction with the same key waits
     * for this one's end. A failure of kind TRANSIENT means that the whole transaction must be rolled back and retried.
     *
     * @throws IllegalStateException when the connection commits by itself
     */
    @Override
    public RecordStore join(Connection transaction) {
        return new RecordVerbs(new Session.Joined(transaction), prefix, statements, tombstoneMicros);
    }

    @Override
    public List<Inserted> insertOrRead(List<NewClaim> claims) {
        return own.insertOrRead(claims);
    }

    @Override
    public List<Optional<Long>> takeOver(List<TakeOver> takeOvers) {
        return own.takeOver(takeOvers);
    }

    @Override
    public List<Boolean> finish(List<RecordFinish> finishes) {
        return own.finish(finishes);
    }

    @Override
    public FinishedAndClaimed finishAndClaim(List<RecordFinish> finishes, List<NewClaim> claims) {
        return own.finishAndClaim(finishes, claims);
    }

    @Override
    public List<Boolean> insertSettled(List<NewOutcome> outcomes) {
        return own.insertSettled(outcomes);
    }

    @Override
    public List<Boolean> extend(List<RecordExtension> extensions) {
        return own.extend(extensions);
    }

    @Override
    public List<Optional<OnceRecord>> read(List<Key> keys) {
        return own.read(keys);
    }

    @Override
    public int purge(int rowsMax) {
        return own.purge(rowsMax);
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public int concurrentBatches() {
        return concurrentBatches;
    }
}
