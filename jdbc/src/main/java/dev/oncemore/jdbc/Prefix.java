package dev.oncemore.jdbc;

import java.util.regex.Pattern;

/** What the names of all tables start with. It becomes part of statements, hence the strict rule. */
record Prefix(String text) {
    private static final Pattern RULE = Pattern.compile("[a-z][a-z0-9_]{0,29}");

    static final Prefix STANDARD = new Prefix("oncemore_");

    Prefix {
        if (!RULE.matcher(text).matches()) {
            throw new IllegalArgumentException("a table prefix must have 1 to 30 characters, a to z, 0 to 9 and _,"
                    + " and start with a letter, but is '" + text + "'");
        }
    }

    /** What makes the tables of this prefix, to be put into messages. */
    String callToApply() {
        String named = equals(STANDARD) ? "" : ".tablePrefix(\"" + text + "\")";
        return "JdbcSchema.of(dataSource)" + named + ".apply()";
    }

    /** A statement or script with this prefix put in, under the name that Flyway's placeholders have too. */
    String in(String sql) {
        return sql.replace("${prefix}", text);
    }
}
