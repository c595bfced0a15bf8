package dev.oncemore.jdbc.transaction;

import dev.oncemore.jdbc.internal.sql.Dialect;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The name of a table or column. It becomes part of statements, hence the strict rule. */
record SqlName(String text) {
    private static final String PART = "[A-Za-z_][A-Za-z0-9_]{0,62}";
    private static final Pattern COLUMN = Pattern.compile(PART);
    private static final Pattern TABLE = Pattern.compile("(" + PART + "\\.)?" + PART);

    static SqlName table(String text) {
        return checked(TABLE, "a table's name, with a schema's in front or not,", text);
    }

    static SqlName column(String text) {
        return checked(COLUMN, "a column's name", text);
    }

    /** One column or more, none twice. */
    static List<SqlName> columns(String what, String... texts) {
        List<SqlName> columns = new ArrayList<>();
        for (String text : texts) {
            SqlName column = column(text);
            if (columns.contains(column)) {
                throw new IllegalArgumentException(what + " names the column '" + text + "' twice");
            }
            columns.add(column);
        }
        if (columns.isEmpty()) {
            throw new IllegalArgumentException(what + " needs at least one column");
        }
        return List.copyOf(columns);
    }

    /** This name in quotes; it was checked, so that it has none of its own. */
    String quoted(Dialect dialect) {
        char quote = dialect.quote();
        return quote + text.replace(".", quote + "." + quote) + quote;
    }

    /** These names in quotes, with commas between them. */
    static String list(Dialect dialect, List<SqlName> columns) {
        return joined(columns, ", ", column -> column.quoted(dialect));
    }

    /** A condition that all these columns have given values. */
    static String allEqual(Dialect dialect, List<SqlName> columns) {
        return joined(columns, " AND ", column -> column.quoted(dialect) + " = ?");
    }

    private static String joined(List<SqlName> columns, String separator, Function<SqlName, String> text) {
        return columns.stream().map(text).collect(Collectors.joining(separator));
    }

    /** Sets parameters from this number on, and returns the next number. */
    static int bind(Dialect dialect, PreparedStatement statement, int from, List<? extends @Nullable Object> values)
            throws SQLException {
        int number = from;
        for (Object value : values) {
            dialect.bind(statement, number, value instanceof Enum<?> constant ? constant.name() : value);
            number++;
        }
        return number;
    }

    private static SqlName checked(Pattern rule, String what, String text) {
        if (!rule.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    what + " must have 1 to 63 letters of a to z, digits and _, and not start"
                            + " with a digit, but is '" + text + "'");
        }
        return new SqlName(text);
    }
}
