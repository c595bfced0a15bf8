package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.Keys;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.once.Codec;
import dev.oncemore.once.Once;
import dev.oncemore.once.TransactionalOperation;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.MariaDbServer;
import dev.oncemore.testkit.server.PostgresServer;
import dev.oncemore.testkit.server.Sqlite;
import java.sql.Connection;
import java.util.List;
import javax.sql.DataSource;

/** A database with the tables of all subjects, which share one connection pool. */
final class JdbcPlace implements Place {
    /** One for each caller: with fewer, a subject that commits for each call would wait for connections, not for the disk. */
    private static final int CONNECTIONS = OnceCase.MANY;

    private final FreshDatabase database;
    private final Runnable stop;
    private final TransactionalOperation<String, Connection> pay;
    private final TableByHand byHand;
    private final PaymentTable payments;

    private JdbcPlace(FreshDatabase database, Runnable stop, int writersByHandMax, String text, String bytes) {
        this.database = database;
        this.stop = stop;
        DataSource pool = database.pooled(CONNECTIONS);
        JdbcStores.of(pool).schema().apply();
        pay = Once.on(JdbcStores.of(pool).records())
                .operation(Workload.SCOPE.operation(), Codec.text())
                .build();
        DataSource writersByHand = writersByHandMax == CONNECTIONS ? pool : database.pooled(writersByHandMax);
        byHand = TableByHand.create(writersByHand, pool, text, bytes);
        payments = PaymentTable.create(pool);
    }

    static Place postgres() {
        PostgresServer server = PostgresServer.start();
        return new JdbcPlace(server.freshDatabase(), server::close, CONNECTIONS, "TEXT COLLATE \"C\"", "BYTEA");
    }

    static Place mariadb() {
        MariaDbServer server = MariaDbServer.start();
        return new JdbcPlace(server.freshDatabase(), server::close, CONNECTIONS, "VARBINARY(255)", "BLOB");
    }

    /** One connection for writers, which is the fastest by hand: on several, SQLite's writers sleep while they wait. */
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
                                OnceCalls.leased(pay),
                                Subject.of(Others.NAIVE, byHand::claimAndComplete),
                                Subject.of(Others.LIMIT, byHand::insertOnly)));
            case REPLAY ->
                new Contest(
                        Keys.among(keysInUse()),
                        List.of(OnceCalls.replaying(pay), Subject.of(Others.LIMIT, byHand::select)));
            case ATOMIC ->
                new Contest(
                        Keys.fresh(),
                        List.of(
                                Subject.of(Subject.ONCEMORE, key -> payments.insertOnce(pay, key)),
                                Subject.of(Others.BARE, payments::insert)));
        };
    }

    private List<String> keysInUse() {
        return Keys.used(key -> {
            OnceCalls.first(pay, key);
            byHand.insertOnly(key);
        });
    }

    @Override
    public void close() {
        database.close();
        stop.run();
    }
}
