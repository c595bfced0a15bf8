package dev.oncemore.testkit.server;

/**
 * A running database server that creates fresh databases. A test's own server can be killed and restarted; the shared server,
 * which ends with the JVM, refuses both.
 */
public sealed interface DatabaseServer extends AutoCloseable permits PostgresServer, MariaDbServer {

    /** Creates a new, empty database for the caller alone. */
    FreshDatabase freshDatabase();

    /** Whether the server runs; false after a kill or close. */
    boolean isRunning();

    /**
     * Kills the server like a crash, with SIGKILL to all its processes. Its data stays for {@link #restart}.
     *
     * @throws IllegalStateException when this is the shared server
     */
    void kill();

    /**
     * Starts the server again on the same data and port, so that URLs stay valid. A running server is stopped first.
     *
     * @throws IllegalStateException when this is the shared server
     */
    void restart();

    /**
     * Stops the server and deletes its data.
     *
     * @throws IllegalStateException when this is the shared server
     */
    @Override
    void close();
}
