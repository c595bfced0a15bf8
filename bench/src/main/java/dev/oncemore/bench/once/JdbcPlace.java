package dev.oncemore.bench.once;

import dev.oncemore.jdbc.JdbcRecordStore;
import dev.oncemore.jdbc.JdbcSchema;
import dev.oncemore.once.Once;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A database with the tables of all who are compared, which share one pool of connections. */
final class JdbcPlace implements Place {
    /** HikariCP's default. */
    private static final int CONNECTIONS = 10;

    private static final int KEYS_IN_USE = 1_000;

    private final Runnable stop;
    private final FreshDatabase database;
    private final Once once;
    private final TableByHand byHand;

    private JdbcPlace(FreshDatabase database, Runnable stop, int connectionsByHand, String text, String bytes) {
        this.database = database;
        this.stop = stop;
        DataSource pool = database.pooled(CONNECTIONS);
        JdbcSchema.of(pool).apply();
        once = Once.on(JdbcRecordStore.on(pool));
        DataSource poolByHand = connectionsByHand == CONNECTIONS ? pool : database.pooled(connectionsByHand);
        byHand = TableByHand.create(poolByHand, text, bytes);
    }

    static Place postgres() {
        PostgresServer server = PostgresServer.start();
        return new JdbcPlace(server.freshDatabase(), server::close, CONNECTIONS, "TEXT COLLATE \"C\"", "BYTEA");
    }

    static Place mariadb() {
        MariaDbServer server = MariaDbServer.start();
        return new JdbcPlace(server.freshDatabase(), server::close, CONNECTIONS, "VARBINARY(255)", "BLOB");
    }

    /** Writers of several connections sleep until SQLite looks again, so one is the best that can be had by hand. */
    static Place sqlite() {
        return new JdbcPlace(Sqlite.freshDatabase(), () -> {}, 1, "TEXT", "BLOB");
    }

    @Override
    public Contest contest(Act act) {
        return switch (act) {
            case LEASED ->
                new Contest(
                        Keys.fresh(),
                        List.of(
                                Subject.of(Subject.ONCEMORE, key -> OnceCalls.first(once, key)),
                                Subject.of(Subject.NAIVE, byHand::claimAndComplete),
                                Subject.of(Subject.LIMIT, byHand::insertOnly)));
            case REPLAY ->
                new Contest(
                        Keys.among(keysInUse()),
                        List.of(
                                Subject.of(Subject.ONCEMORE, key -> OnceCalls.replay(once, key)),
                                Subject.of(Subject.LIMIT, byHand::select)));
        };
    }

    /** Done by Oncemore and by hand. */
    private List<String> keysInUse() {
        Supplier<String> fresh = Keys.fresh().ofNextCaller();
        List<String> keys = Stream.generate(fresh).limit(KEYS_IN_USE).toList();
        Round.each(keys, key -> {
            OnceCalls.first(once, key);
            byHand.insertOnly(key);
        });
        return keys;
    }

    @Override
    public void close() {
        database.close();
        stop.run();
    }
}
