package dev.oncemore.bench.task;

import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The shared server, started on first use, with a database for each subject. */
final class Arena implements AutoCloseable {
    final Tally tally = new Tally();
    private final List<Runnable> open = new ArrayList<>();
    private @Nullable PostgresServer server;

    /** All subjects, Oncemore first. */
    List<Contender> all() {
        return List.of(
                ours(0),
                on(postgres(), DbScheduler::new),
                on(postgres(), JobRunrJobs::new),
                on(postgres(), TransactionOutboxes::new));
    }

    /** Only Oncemore, without lines in the job log. */
    Contender oursUnlogged() {
        return on(postgres(), OncemoreTasks::unlogged);
    }

    /** Only Oncemore, with this many lanes. */
    Contender ours(int lanes) {
        return on(postgres(), (database, counting) -> OncemoreTasks.in(database, counting, lanes));
    }

    /** Only Oncemore, on SQLite. */
    Contender oursOnSqlite() {
        return on(Sqlite.freshDatabase(), OncemoreTasks::in);
    }

    private Contender on(FreshDatabase database, BiFunction<FreshDatabase, Tally, Contender> contender) {
        Contender made = contender.apply(database, tally);
        open.add(made::close);
        return made;
    }

    /** Creates a database that is dropped when the case is over. */
    FreshDatabase postgres() {
        if (server == null) {
            server = PostgresServer.start();
        }
        FreshDatabase database = server.freshDatabase();
        open.add(database::close);
        return database;
    }

    /** Drops the databases of a case; the server stays. */
    void sweep() {
        open.forEach(Runnable::run);
        open.clear();
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
