package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.task.store.Notes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The verbs of notes. The same on every database. */
final class NoteVerbs implements Notes {
    private static final String INSERT = """
            ${insert_ignore} ${prefix}note (name, content, written_at) VALUES (?, ?, ${now}) ${on_conflict}
            """;

    private static final String UPDATE = """
            UPDATE ${prefix}note SET content = ?, written_at = ${now} WHERE name = ? AND content <> ?
            """;

    private static final String LIST = """
            SELECT name, content FROM ${prefix}note WHERE name >= ? AND name < ? AND name > ? ORDER BY name LIMIT ?
            """;

    private final Session session;
    private final TaskTables tables;

    NoteVerbs(Session session, TaskTables tables) {
        this.session = session;
        this.tables = tables;
    }

    @Override
    public void put(String name, String text) {
        Note note = new Note(name, text);
        session.call(connection -> tables.writes().write(connection, session.mode(), c -> putOn(c, note)));
    }

    private int putOn(Connection connection, Note note) throws SQLException {
        int inserted = Query.update(
                connection,
                tables.sql().fill(INSERT),
                parameters -> parameters.text(note.name()).text(note.text()));
        return inserted > 0
                ? inserted
                : Query.update(
                        connection,
                        tables.sql().fill(UPDATE),
                        parameters ->
                                parameters.text(note.text()).text(note.name()).text(note.text()));
    }

    @Override
    public Optional<String> read(String name) {
        String read = tables.sql().fill("SELECT content FROM ${prefix}note WHERE name = ?");
        return session
                .call(connection ->
                        Query.list(connection, read, parameters -> parameters.text(name), row -> row.getString(1)))
                .stream()
                .findFirst();
    }

    @Override
    public boolean remove(String name) {
        String delete = tables.sql().fill("DELETE FROM ${prefix}note WHERE name = ?");
        return session.call(connection -> tables.writes()
                        .write(
                                connection,
                                session.mode(),
                                c -> Query.update(c, delete, parameters -> parameters.text(name))))
                > 0;
    }

    @Override
    public List<Note> list(String prefix, @Nullable String after, int most) {
        String end = Notes.endOf(prefix, most);
        return session.call(connection -> Query.list(
                connection,
                tables.sql().fill(LIST),
                parameters -> parameters
                        .text(prefix)
                        .text(end)
                        .text(after == null ? "" : after)
                        .number(most),
                row -> new Note(row.getString(1), row.getString(2))));
    }
}
