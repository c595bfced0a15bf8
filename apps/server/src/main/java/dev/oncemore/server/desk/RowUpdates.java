package dev.oncemore.server.desk;

import dev.oncemore.once.group.GroupCommit;
import dev.oncemore.server.store.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Writes what became of errands. Those who come at once share a commit, since a commit is what takes its time. */
final class RowUpdates {
    private static final int BATCH_MAX = 256;

    private final Sql sql;
    private final InstantSource clock;
    private final GroupCommit<RowUpdate, Boolean> front;

    RowUpdates(Sql sql, InstantSource clock) {
        this.sql = sql;
        this.clock = clock;
        this.front = new GroupCommit<>(this::write, mark -> mark.errand().origin(), answer -> false, 1, BATCH_MAX);
    }

    /** Writes one; false when its rows have been sent again or taken back since, and the log tells of it all the same. */
    boolean put(RowUpdate mark) {
        boolean isCurrent = front.submit(mark);
        RowLog.tell(mark.errand().sheet(), mark.lines());
        return isCurrent;
    }

    private List<Boolean> write(List<RowUpdate> marks) {
        return sql.transact(connection -> {
            List<Boolean> answers = new ArrayList<>();
            for (RowUpdate mark : marks) {
                answers.add(write(connection, mark));
            }
            return answers;
        });
    }

    private boolean write(Connection connection, RowUpdate mark) throws SQLException {
        // Truth wins: who was cancelled while it was being sent shows what came of it. But that it will be sent is no
        // truth.
        boolean isIntended = mark.state() == RowState.PENDING || mark.state() == RowState.SENDING;
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE oncemore_sheet_row SET state = ?, message = ?, document_id = ?, sent_at = ?"
                        + " WHERE sheet_id = ? AND document = ? AND revision = ?"
                        + (isIntended ? " AND state <> 'ERROR'" : ""))) {
            statement.setString(1, mark.state().name());
            statement.setString(2, mark.message());
            statement.setString(3, mark.documentId());
            statement.setLong(4, clock.millis());
            statement.setString(5, mark.errand().sheet());
            statement.setString(6, mark.errand().document());
            statement.setInt(7, mark.errand().revision());
            int changed = statement.executeUpdate();
            RowLog.add(connection, mark.errand().sheet(), mark.lines());
            return changed > 0;
        }
    }
}
