package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * SQLite with durable settings: a write-ahead log that is synchronised at each commit.
 *
 * <p>Needs {@code org.xerial:sqlite-jdbc} on the class path.
 */
public final class Sqlite {
    private static final Shared<Sqlite> SHARED = new Shared<>(Sqlite::new);

    private final AtomicLong databases = new AtomicLong();
    private final Path folder;
    private final Guard guard;

    private Sqlite() {
        ArtifactJar.requireClass("org.sqlite.JDBC", "org.xerial:sqlite-jdbc");
        folder = Workplace.ofUser().instance("sqlite");
        guard = Guard.over(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "oncemore-stop-SQLite"));
    }

    /** Creates an empty database in its own file, which is deleted when it is closed or the JVM ends. */
    public static FreshDatabase freshDatabase() {
        return SHARED.get().fresh();
    }

    private FreshDatabase fresh() {
        String name = "fresh_" + databases.incrementAndGet();
        Path own = folder.resolve(name);
        try {
            Files.createDirectory(own);
        } catch (IOException e) {
            throw new OncemoreException("cannot make a folder for a SQLite database", e);
        }
        Path file = own.resolve(name + ".db");
        String url = "jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=FULL";
        try {
            // Switches the file to WAL: of connections that do so at once, SQLite refuses some.
            DriverManager.getConnection(url).close();
        } catch (SQLException e) {
            throw new OncemoreException("cannot make a SQLite database", e);
        }
        return new FreshDatabase(name, url, "", "", () -> Trees.delete(own));
    }

    private void end() {
        Trees.delete(folder);
        guard.close();
    }
}
