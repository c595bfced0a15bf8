package dev.oncemore.jdbc.transaction;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

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

    private static SqlName checked(Pattern rule, String what, String text) {
        if (!rule.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    what + " must have 1 to 63 letters of a to z, digits and _, and not start"
                            + " with a digit, but is '" + text + "'");
        }
        return new SqlName(text);
    }
}
