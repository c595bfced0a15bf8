package dev.oncemore.jdbc;

import dev.oncemore.OncemoreException;
import dev.oncemore.jdbc.internal.sql.Dialect;
import dev.oncemore.jdbc.internal.sql.Prefix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The versioned scripts of one module's tables. They lie on the class path, at {@code META-INF/oncemore/schema/NAME/DATABASE/V1.sql},
 * {@code V2.sql} and so on, where the database is {@code postgresql}, {@code mariadb} or {@code sqlite}; a script that is the same
 * for all lies at {@code META-INF/oncemore/schema/NAME/V1.sql}. A released script is never edited: changes go into the next version.
 *
 * <pre>{@code
 * stores.schema().and(SchemaScripts.of("desk", DeskTables.class)).apply();
 * }</pre>
 *
 * <p>A semicolon at the end of a line ends a statement, except between the {@code $$} of a function's body. Placeholders:
 * {@code ${prefix}} starts the name of each table, {@code ${text}} and {@code ${bytes}} are the types of long columns, and
 * {@code ${options}} follows the last parenthesis of a {@code CREATE TABLE}. On MariaDB a definition cannot be rolled back, so each
 * must be repeatable there ({@code IF NOT EXISTS}).
 */
public final class SchemaScripts {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,29}");
    private static final int VERSIONS_MAX = 1_000;

    private final String name;
    private final Class<?> anchor;

    private SchemaScripts(String name, Class<?> anchor) {
        this.name = name;
        this.anchor = anchor;
    }

    /**
     * The scripts of this name.
     *
     * @param name 1 to 30 characters, a to z, 0 to 9 and _, starting with a letter
     * @param anchor any class of the module that has the scripts
     */
    public static SchemaScripts of(String name, Class<?> anchor) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a set of scripts is named by 1 to 30 characters, a to z, 0 to 9 and _,"
                    + " starting with a letter, but not by '" + name + "'");
        }
        return new SchemaScripts(name, anchor);
    }

    /**
     * One version, complete for any tool that runs SQL: it also notes itself in the history table.
     *
     * @param name a file name: {@code oncemore_records_v1_postgresql.sql}
     * @param sql its statements
     */
    public record Script(String name, String sql) {}

    /**
     * All versions for a database, without a connection to it: for files of your own migration tool.
     *
     * @param database {@code postgresql}, {@code mariadb} or {@code sqlite}
     * @param tablePrefix the start of the tables' names, {@code oncemore_} by default
     */
    public List<Script> scripts(String database, String tablePrefix) {
        Dialect dialect = Dialect.named(database);
        Prefix prefix = new Prefix(tablePrefix);
        return versions(dialect).stream()
                .map(version -> version.script(dialect, prefix))
                .toList();
    }

    String name() {
        return name;
    }

    List<Version> versions(Dialect dialect) {
        List<Version> versions = new ArrayList<>();
        String template = load(dialect, 1);
        while (template != null && versions.size() < VERSIONS_MAX) {
            int number = versions.size() + 1;
            versions.add(new Version(name, number, template, checksum(template)));
            template = load(dialect, number + 1);
        }
        if (versions.isEmpty()) {
            throw new OncemoreException("there is no script META-INF/oncemore/schema/" + name + "/" + dialect.name()
                    + "/V1.sql" + " beside " + anchor.getName());
        }
        return versions;
    }

    private @Nullable String load(Dialect dialect, int number) {
        String file = "/V" + number + ".sql";
        String own = read("/META-INF/oncemore/schema/" + name + "/" + dialect.name() + file);
        return own == null ? read("/META-INF/oncemore/schema/" + name + file) : own;
    }

    private @Nullable String read(String path) {
        try (InputStream content = anchor.getResourceAsStream(path)) {
            return content == null ? null : new String(content.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new OncemoreException("cannot read the script " + path, e);
        }
    }

    /** The same on systems that check files out with other ends of lines. */
    private static String checksum(String template) {
        try {
            byte[] content = String.join("\n", template.lines().toList()).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** One version of a set. */
    record Version(String set, int number, String template, String checksum) {
        Script script(Dialect dialect, Prefix prefix) {
            String text = SchemaHistory.CREATE + "\n" + template.stripTrailing() + "\n\n" + SchemaHistory.note(this);
            return new Script(
                    "oncemore_" + set + "_v" + number + "_" + dialect.name() + ".sql",
                    prefix.in(dialect.clauses().fill(text)));
        }
    }
}
