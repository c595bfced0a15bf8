package dev.oncemore.jdbc.internal.sql;

import java.util.regex.Pattern;

/** What the names of all tables start with. It becomes part of statements, hence the strict rule. */
public record Prefix(String text) {
    private static final Pattern RULE = Pattern.compile("[a-z][a-z0-9_]{0,29}");

    public static final Prefix STANDARD = new Prefix("oncemore_");

    public Prefix {
        if (!RULE.matcher(text).matches()) {
            throw new IllegalArgumentException("a table prefix must have 1 to 30 characters, a to z, 0 to 9 and _,"
                    + " and start with a letter, but is '" + text + "'");
        }
    }

    /** What makes the tables of this prefix, to be put into messages. */
    public String callToApply() {
        String named = equals(STANDARD) ? "" : ".tablePrefix(\"" + text + "\")";
        return "JdbcSchema.of(dataSource)" + named + ".apply()";
    }

    /** A statement or script with this prefix put in, under the name that Flyway's placeholders have too. */
    public String in(String sql) {
        return sql.replace("${prefix}", text);
    }
}
