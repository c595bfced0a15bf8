package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.Sheet;
import dev.oncemore.desk.sheet.SheetRows;
import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.jdbc.SqlOperations;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps where sheets go, whether they are paused, and which task sends which document. */
final class SendStore {
    private final SqlOperations sql;

    SendStore(SqlOperations sql) {
        this.sql = sql;
    }

    SendSettings of(String sheet) {
        return sql.first(
                        "SELECT connector, paused_by FROM oncemore_sheet_sending WHERE sheet_id = ?",
                        row -> new SendSettings(row.getString(1), row.getString(2)),
                        sheet)
                .orElse(SendSettings.USUAL);
    }

    /** Within a transaction. */
    static SendSettings of(Connection connection, String sheet) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT connector, paused_by FROM oncemore_sheet_sending WHERE sheet_id = ?")) {
            statement.setString(1, sheet);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new SendSettings(row.getString(1), row.getString(2)) : SendSettings.USUAL;
            }
        }
    }

    /** Within a transaction; what is not there yet is made. */
    static void put(Connection connection, String sheet, SendSettings sending) throws SQLException {
        if (Sheets.update(
                        connection,
                        "UPDATE oncemore_sheet_sending SET connector = ?, paused_by = ? WHERE sheet_id = ?",
                        sending.connector(),
                        sending.pausedBy(),
                        sheet)
                == 0) {
            Sheets.update(
                    connection,
                    "INSERT INTO oncemore_sheet_sending (connector, paused_by, sheet_id) VALUES (?, ?, ?)",
                    sending.connector(),
                    sending.pausedBy(),
                    sheet);
        }
    }

    /** Within a transaction: this task sends this document. */
    static void addTasks(Connection connection, List<String> tasks, List<SendRequest> requests) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO oncemore_row_task (task_id, sheet_id, document, revision) VALUES (?, ?, ?, ?)")) {
            for (int i = 0; i < tasks.size(); i++) {
                statement.setString(1, tasks.get(i));
                statement.setString(2, requests.get(i).sheet());
                statement.setString(3, requests.get(i).document());
                statement.setInt(4, requests.get(i).revision());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** The request of a task. */
    Optional<SendRequest> request(String task) {
        return sql.first(
                "SELECT sheet_id, document, revision FROM oncemore_row_task WHERE task_id = ?",
                row -> new SendRequest(row.getString(1), row.getString(2), row.getInt(3), ""),
                task);
    }

    /** Within a transaction: the documents of a sheet that have not come to an end, as requests that follow on theirs. */
    static List<SendRequest> followUps(Connection connection, String sheet, String who) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT document, MAX(revision) FROM oncemore_sheet_row WHERE sheet_id = ? AND "
                        + SheetRows.IS_UNDER_WAY + " GROUP BY document ORDER BY MIN(row_no)")) {
            statement.setString(1, sheet);
            List<SendRequest> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(new SendRequest(sheet, rows.getString(1), rows.getInt(2) + 1, who));
                }
            }
            return found;
        }
    }

    /** A sheet that was confirmed, and how it is sent. */
    record Confirmed(String sheet, SendSettings sending) {}

    /** The last sheets that were confirmed before this one. */
    List<Confirmed> confirmedBefore(Sheet sheet, int limit) {
        Instant at = sheet.confirmedAt();
        return sql.query(
                "SELECT s.id, COALESCE(g.connector, ''), COALESCE(g.paused_by, '') FROM oncemore_sheet s"
                        + " LEFT JOIN oncemore_sheet_sending g ON g.sheet_id = s.id"
                        + " WHERE s.confirmed_at <= ? AND s.id <> ? ORDER BY s.created_at DESC, s.id DESC LIMIT "
                        + limit,
                row -> new Confirmed(row.getString(1), new SendSettings(row.getString(2), row.getString(3))),
                at == null ? 0 : at.toEpochMilli(),
                sheet.id());
    }

    /** How many documents of these sheets have not come to an end. */
    int documentsUnderWay(List<String> ids) {
        return ids.stream()
                .mapToInt(id -> sql.first(
                                "SELECT COUNT(DISTINCT document) FROM oncemore_sheet_row WHERE sheet_id = ? AND "
                                        + SheetRows.IS_UNDER_WAY,
                                row -> row.getInt(1),
                                id)
                        .orElse(0))
                .sum();
    }

    /**
     * Within a transaction: another task sends these rows from now on; their states stay. False when they have been sent again or
     * have come to an end since they were read.
     */
    static boolean handOver(Connection connection, SendRequest to) throws SQLException {
        return Sheets.update(
                        connection,
                        "UPDATE oncemore_sheet_row SET revision = ? WHERE sheet_id = ? AND document = ? AND revision = ? AND "
                                + SheetRows.IS_UNDER_WAY,
                        to.revision(),
                        to.sheet(),
                        to.document(),
                        to.revision() - 1)
                > 0;
    }
}
