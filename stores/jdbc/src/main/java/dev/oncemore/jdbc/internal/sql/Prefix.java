package dev.oncemore.jdbc.internal.sql;

import java.util.regex.Pattern;

/** The start of all tables' names. It becomes part of statements, hence the strict rule. */
public record Prefix(String text) {
    private static final Pattern RULE = Pattern.compile("[a-z][a-z0-9_]{0,29}");

    public static final Prefix STANDARD = new Prefix("oncemore_");

    public Prefix {
        if (!RULE.matcher(text).matches()) {
            throw new IllegalArgumentException("a table prefix must have 1 to 30 characters, a to z, 0 to 9 and _,"
                    + " and start with a letter, but is '" + text + "'");
        }
    }

    /** The call that makes the tables of this prefix, for messages. */
    public String callToApply() {
        return equals(STANDARD)
                ? "JdbcStores.of(dataSource).schema().apply()"
                : "JdbcStores.builder(dataSource).tablePrefix(\"" + text + "\").build().schema().apply()";
    }

    /** A statement or script with this prefix filled in. */
    public String in(String sql) {
        return sql.replace("${prefix}", text);
    }
}
