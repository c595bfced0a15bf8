package dev.oncemore.jdbc;

import dev.oncemore.jdbc.SqlOperations.RowReader;
import dev.oncemore.jdbc.internal.sql.SqlFailures;
import dev.oncemore.once.Codec;
import dev.oncemore.once.fingerprint.Fingerprinter;
import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.Classification;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.task.batch.Source;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table as the source of a batch: pages by key, so that the millionth row costs no more than the first.
 *
 * <pre>{@code
 * Source<Account> accounts = TableSource.of(dataSource, "account", "id")
 *         .columns("id, owner, balance")
 *         .where("closed_at IS NULL")
 *         .rows(Account.CODEC, row -> new Account(row.getLong(1), row.getString(2), row.getBigDecimal(3)));
 * }</pre>
 *
 * <p>A run covers the keys that exist when it begins: rows with a larger key are left to the next run. Rows that are added
 * below the place of a run are not seen, so a key that only grows is best. A row may have changed, or be gone, by the time
 * its chunk is repeated: in effects on other systems, derive keys from the row rather than from its place
 * ({@code Item.key}).
 *
 * @param <T> the type of an item
 */
public final class TableSource<T> implements Source<T> {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}(\\.[A-Za-z_][A-Za-z0-9_]{0,62})?");

    private static final int FINGERPRINT_LENGTH_MAX = 900;

    private final Query query;
    private final Codec<T> codec;
    private final RowReader<T> reader;

    private TableSource(Query query, Codec<T> codec, RowReader<T> reader) {
        this.query = query;
        this.codec = Objects.requireNonNull(codec, "codec");
        this.reader = Objects.requireNonNull(reader, "reader");
    }

    /**
     * Starts a source over all columns and rows.
     *
     * @param table the table or view, with its schema or without
     * @param key a column whose values are unique and never change: whole numbers, text or UUIDs. It should have an index
     */
    public static Query of(DataSource dataSource, String table, String key) {
        return new Query(
                Objects.requireNonNull(dataSource, "dataSource"), name("table", table), name("key", key), "*", null);
    }

    private static String name(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(what + " must be a name of letters of a to z, digits and _, but is '"
                    + name + "'; use a view for more");
        }
        return name;
    }

    /** Changes with the query; not with the rows, which a batch may change itself. */
    @Override
    public String fingerprint() {
        String sql = query.pageSql(true).replaceAll("\\s+", " ");
        return sql.length() <= FINGERPRINT_LENGTH_MAX
                ? sql
                : HexFormat.of()
                        .formatHex(Fingerprinter.plain()
                                .ofBytes("TABLE", query.table, sql.getBytes(StandardCharsets.UTF_8))
                                .bytes());
    }

    /** Counts the rows, which reads all of them. */
    @Override
    public OptionalLong total() {
        return OptionalLong.of(query.ask(query.countSql(), statement -> {}, rows -> {
            rows.next();
            return rows.getLong(1);
        }));
    }

    @Override
    public Slice<T> read(String place, int most) {
        RowPlace from = place.isEmpty() ? RowPlace.before(lastKey().orElse(null)) : RowPlace.read(place);
        if (from == null) {
            return new Slice<>(List.of(), "");
        }
        return query.ask(
                query.pageSql(from.last() != null),
                statement -> {
                    int next = 1;
                    if (from.last() != null) {
                        from.last().bind(statement, next++);
                    }
                    from.bound().bind(statement, next++);
                    statement.setInt(next, most + 1);
                },
                rows -> slice(rows, from, most));
    }

    private Optional<RowKey> lastKey() {
        return query.ask(
                query.lastKeySql(),
                statement -> {},
                rows -> rows.next() ? Optional.of(RowKey.of(rows, 1)) : Optional.empty());
    }

    /** One row more than asked for is read, to notice a key that is not unique where a page ends. */
    private Slice<T> slice(ResultSet rows, RowPlace from, int most) throws SQLException {
        int keyColumn = rows.getMetaData().getColumnCount();
        List<T> items = new ArrayList<>();
        RowKey last = from.last();
        while (rows.next()) {
            RowKey key = RowKey.of(rows, keyColumn);
            if (key.equals(last)) {
                throw new IllegalStateException("two rows of '" + query.table + "' have the " + query.key + " "
                        + key.text() + ", so that a page could miss one; page by a unique key");
            }
            if (items.size() < most) {
                items.add(reader.read(rows));
                last = key;
            }
        }
        return new Slice<>(items, last == null ? "" : new RowPlace(from.bound(), last).written());
    }

    @Override
    public Codec<T> codec() {
        return codec;
    }

    /** Which rows and columns are read. An immutable value; each method returns a changed copy. */
    public static final class Query {
        private final DataSource dataSource;
        private final String table;
        private final String key;
        private final String columns;
        private final @Nullable String where;

        private Query(DataSource dataSource, String table, String key, String columns, @Nullable String where) {
            this.dataSource = dataSource;
            this.table = table;
            this.key = key;
            this.columns = columns;
            this.where = where;
        }

        /** Reads these columns only: SQL, such as {@code "id, upper(name)"}. The reader finds them from 1 on. */
        public Query columns(String sql) {
            return new Query(dataSource, table, key, Objects.requireNonNull(sql, "sql"), where);
        }

        /**
         * Reads these rows only: SQL of yours, never text from outside. Rows that fail the condition by the time they are
         * read are left out, such as those that an earlier chunk has completed.
         */
        public Query where(String sql) {
            return new Query(dataSource, table, key, columns, Objects.requireNonNull(sql, "sql"));
        }

        /** The source. The codec writes items that are set aside; the reader reads the current row. */
        public <T> TableSource<T> rows(Codec<T> codec, RowReader<T> reader) {
            return new TableSource<>(this, codec, reader);
        }

        private String condition(String first) {
            return where == null ? first : "(" + where + ") AND " + first;
        }

        private String pageSql(boolean hasLast) {
            String selected = columns.equals("*") ? "rows_of_table.*" : columns;
            return "SELECT " + selected + ", " + key + " AS oncemore_key FROM " + table + " rows_of_table WHERE "
                    + condition((hasLast ? key + " > ? AND " : "") + key + " <= ?") + " ORDER BY " + key + " LIMIT ?";
        }

        private String lastKeySql() {
            return "SELECT " + key + " FROM " + table + " WHERE " + condition(key + " IS NOT NULL") + " ORDER BY " + key
                    + " DESC LIMIT 1";
        }

        private String countSql() {
            return "SELECT count(*) FROM " + table + " WHERE " + condition(key + " IS NOT NULL");
        }

        private <R> R ask(String sql, Binder binder, RowReader<R> reader) {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql)) {
                binder.bind(statement);
                try (ResultSet rows = statement.executeQuery()) {
                    return reader.read(rows);
                }
            } catch (SQLException e) {
                throw failed(e);
            }
        }

        /** A read that failed has no effect, so that even a lost connection is simply tried again. */
        private StoreException failed(SQLException failure) {
            Classification classification = SqlFailures.verdictOf(failure);
            boolean helpsToRetry = classification != null && classification.retryable();
            return new StoreException(
                    helpsToRetry ? FailureKind.TRANSIENT : FailureKind.PERMANENT,
                    "the rows of '" + table + "' could not be read: " + failure.getMessage(),
                    failure);
        }
    }

    /** Sets the parameters of a statement. */
    private interface Binder {
        void bind(PreparedStatement statement) throws SQLException;
    }
}
