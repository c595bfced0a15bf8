package dev.oncemore.jdbc.kill;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The table of effects. Nothing in it is unique, so that a second effect would show.
 *
 * @param by who enters
 */
record Ledger(DataSource dataSource, String by) {
    private static final String TABLE =
            "create table ledger (entry varchar(100), invoice varchar(100), receipt varchar(100))";

    void create() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(TABLE)) {
            statement.execute();
        }
    }

    /** As a bank elsewhere does it, in a transaction of its own: what comes again under the same key gets the same receipt. */
    String receive(String downstreamKey, String invoice) throws SQLException {
        Optional<String> earlier = receiptOf(downstreamKey);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        try (Connection connection = dataSource.getConnection()) {
            return enter(connection, downstreamKey, invoice);
        }
    }

    /** As part of whatever transaction is open there. */
    String enter(Connection connection, String entry, String invoice) throws SQLException {
        String receipt = invoice + " paid by the " + by;
        try (PreparedStatement statement = connection.prepareStatement("insert into ledger values (?, ?, ?)")) {
            statement.setString(1, entry);
            statement.setString(2, invoice);
            statement.setString(3, receipt);
            statement.executeUpdate();
        }
        return receipt;
    }

    Optional<String> receiptOf(String entry) throws SQLException {
        return receipts("entry", entry).stream().findFirst();
    }

    /** One for each time that it was paid. */
    List<String> receiptsFor(String invoice) throws SQLException {
        return receipts("invoice", invoice);
    }

    private List<String> receipts(String column, String value) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("select receipt from ledger where " + column + " = ?")) {
            statement.setString(1, value);
            try (ResultSet rows = statement.executeQuery()) {
                List<String> receipts = new ArrayList<>();
                while (rows.next()) {
                    receipts.add(rows.getString(1));
                }
                return receipts;
            }
        }
    }
}
