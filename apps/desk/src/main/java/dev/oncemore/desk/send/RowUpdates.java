package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.RowLog;
import dev.oncemore.desk.sheet.RowTransition;
import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.transaction.SqlClassifier;
import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.once.record.RecordLockedException;
import dev.oncemore.retry.Deadline;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.TimeoutKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the results of requests. Results that arrive together share a commit. They do not wait for an act that changes the rows,
 * because the results of other sheets would wait as well, and a large act takes minutes.
 */
final class RowUpdates {
    private static final int BATCH_MAX = 256;

    private final Database database;
    private final InstantSource clock;
    private final String shortWait;
    private final String update;
    private final GroupCommit<RowUpdate, Boolean> front;

    RowUpdates(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
        this.shortWait = database.sqlFor("SET LOCAL lock_timeout = '100ms'", "", "");
        this.update = database.sqlFor("", "SET STATEMENT innodb_lock_wait_timeout = 0 FOR ", "")
                + "UPDATE oncemore_sheet_row SET state = ?, reason = ?, message = ?, document_id = ?, sent_at = ?,"
                + " attempts = COALESCE(?, attempts) WHERE sheet_id = ? AND document = ? AND revision = ? AND ";
        this.front = new GroupCommit<>(this::write, update -> update.request().origin(), answer -> false, 1, BATCH_MAX);
    }

    /**
     * Writes one; false when its rows have been sent again or withdrawn since. The log gets its lines in any case.
     *
     * @throws RecordLockedException when an act that has not committed yet changes the rows; nothing is written then
     */
    boolean put(RowUpdate update) {
        boolean isCurrent = front.submit(update);
        RowLog.tell(update.request().sheet(), update.lines());
        return isCurrent;
    }

    /** Without the caller's deadline: the results of others are written, too, and all of them have happened. */
    private List<Boolean> write(List<RowUpdate> batch) {
        try {
            return Deadline.without(() -> database.transact(connection -> {
                waitShortly(connection);
                return write(connection, batch);
            }));
        } catch (RowsLocked e) {
            throw new RecordLockedException("its rows are being changed", e);
        }
    }

    private void waitShortly(Connection connection) throws SQLException {
        if (!shortWait.isEmpty()) {
            try (PreparedStatement statement = connection.prepareStatement(shortWait)) {
                statement.execute();
            }
        }
    }

    /** Prepares each kind of statement once for a batch, because SQLite's driver parses each prepared statement. */
    private List<Boolean> write(Connection connection, List<RowUpdate> batch) throws SQLException {
        Map<RowTransition, PreparedStatement> prepared = new EnumMap<>(RowTransition.class);
        try (RowLog.Addition log = new RowLog.Addition(connection)) {
            List<Boolean> answers = new ArrayList<>();
            for (RowUpdate update : batch) {
                PreparedStatement statement = prepared.get(update.transition());
                if (statement == null) {
                    statement = connection.prepareStatement(
                            this.update + update.transition().condition());
                    prepared.put(update.transition(), statement);
                }
                answers.add(write(statement, update));
                log.add(update.request().sheet(), update.lines());
            }
            log.write();
            return answers;
        } finally {
            for (PreparedStatement statement : prepared.values()) {
                statement.close();
            }
        }
    }

    private boolean write(PreparedStatement statement, RowUpdate update) throws SQLException {
        RowTransition transition = update.transition();
        try {
            statement.setString(1, transition.to().name());
            statement.setString(2, transition.reason().name());
            statement.setString(3, update.message());
            statement.setString(4, update.documentId());
            statement.setLong(5, clock.millis());
            statement.setObject(6, update.attempts(), Types.INTEGER);
            statement.setString(7, update.request().sheet());
            statement.setString(8, update.request().document());
            statement.setInt(9, update.request().revision());
            return statement.executeUpdate() > 0;
        } catch (SQLException e) {
            Classification found = SqlClassifier.standard().classify(e);
            if (found.kind() == FailureKind.THROTTLED && found.timeout() == TimeoutKind.LOCK) {
                throw new RowsLocked();
            }
            throw e;
        }
    }

    /** Rolls back at once. Without its cause, which would make the whole batch wait and be tried again. */
    private static final class RowsLocked extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
