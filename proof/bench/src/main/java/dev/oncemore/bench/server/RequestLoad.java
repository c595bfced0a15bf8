package dev.oncemore.bench.server;

import dev.oncemore.bench.measure.Figure;
import dev.oncemore.bench.measure.Measurement;
import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.testkit.server.FreshDatabase;
import dev.oncemore.testkit.server.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Keyed requests beside requests that do nothing, on one server in the same run. */
final class RequestLoad {
    static final String SQLITE = "keyed-posts sqlite";
    static final String POSTGRES = "keyed-posts postgres";
    static final String CPU = "µs CPU/op";
    static final String COMMITS = "commits/op";

    private static final int ROUNDS = 3;
    private static final int WARM_UP_TURNS_MAX = 12;
    private static final double STEADY = 0.95;

    private final Duration turn;
    private final Path folder;

    RequestLoad(Path folder, Duration load) {
        this.folder = folder;
        this.turn = load.dividedBy(ROUNDS);
    }

    List<Figure> onSqlite() {
        try (ServerProcess server = ServerProcess.start(folder.resolve("sqlite"))) {
            return measure(SQLITE, server, null);
        }
    }

    /** Counts the commits of the database too, which other programs on the machine do not change. */
    List<Figure> onPostgres() throws Exception {
        try (PostgresServer postgres = PostgresServer.start();
                FreshDatabase database = postgres.freshDatabase();
                Connection connection = database.dataSource().getConnection();
                ServerProcess server = ServerProcess.startOn(
                        database.url(),
                        Map.of("ONCEMORE_STORE_USER", database.user(), "ONCEMORE_STORE_PASSWORD", database.password()),
                        folder)) {
            return measure(POSTGRES, server, () -> commits(connection));
        }
    }

    private static double commits(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT pg_stat_force_next_flush(), xact_commit FROM pg_stat_database"
                                + " WHERE datname = current_database()")) {
            row.next();
            return row.getDouble(2);
        } catch (SQLException e) {
            throw new MeasuringException("PostgreSQL did not tell its commits: " + e, e);
        }
    }

    /** In turns, because a machine's speed varies over time. */
    private List<Figure> measure(String name, ServerProcess server, @Nullable DoubleSupplier commits) {
        String run = Long.toHexString(System.nanoTime()) + "-";
        warmUp(server, run + "w");
        List<Double> posts = new ArrayList<>();
        List<Double> nothings = new ArrayList<>();
        List<Double> postCpu = new ArrayList<>();
        List<Double> nothingCpu = new ArrayList<>();
        List<Double> commitCounts = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Sent nothing = send(server, LoadKind.NOTHING, run);
            nothings.add(nothing.perSecond());
            nothingCpu.add(nothing.cpuMicros());
            double before = commits == null ? 0 : commits.getAsDouble();
            Sent post = send(server, LoadKind.KEYED_POST, run + round + "-");
            posts.add(post.perSecond());
            postCpu.add(post.cpuMicros());
            if (commits != null) {
                commitCounts.add((commits.getAsDouble() - before) / post.count());
            }
        }
        List<Figure> figures = new ArrayList<>(List.of(
                Measurement.of(posts).figure(name, Subject.ONCEMORE, Figure.THROUGHPUT),
                Measurement.of(nothings).figure(name, ServerRun.NOTHING, Figure.THROUGHPUT),
                Measurement.of(postCpu).figure(name, Subject.ONCEMORE, CPU),
                Measurement.of(nothingCpu).figure(name, ServerRun.NOTHING, CPU)));
        if (commits != null) {
            figures.add(Measurement.of(commitCounts).figure(name, Subject.ONCEMORE, COMMITS));
        }
        return figures;
    }

    /**
     * The first ten thousands of requests are several times as expensive as later ones, while the JVM compiles. A figure of a
     * server that was just started would be about the compiler. Ends early when two turns cost nearly the same.
     */
    private void warmUp(ServerProcess server, String prefix) {
        double last = Double.MAX_VALUE;
        for (int turns = 0; turns < WARM_UP_TURNS_MAX; turns++) {
            send(server, LoadKind.NOTHING, prefix);
            double now = send(server, LoadKind.KEYED_POST, prefix + turns + "-").cpuMicros();
            if (turns > 4 && now > last * STEADY) {
                return;
            }
            last = now;
        }
    }

    private record Sent(double perSecond, double count, double cpuMicros) {}

    private Sent send(ServerProcess server, LoadKind kind, String prefix) {
        long cpuBefore = server.cpuTime().toNanos();
        long begin = System.nanoTime();
        double perSecond = Wrk.isInstalled()
                ? new Wrk(folder.resolve("wrk")).perSecond(server.address(), kind, prefix, turn)
                : new Connections(server.address()).perSecond(kind, prefix, turn);
        double count = Math.max(1, perSecond * (System.nanoTime() - begin) / 1e9);
        return new Sent(perSecond, count, (server.cpuTime().toNanos() - cpuBefore) / 1e3 / count);
    }
}
