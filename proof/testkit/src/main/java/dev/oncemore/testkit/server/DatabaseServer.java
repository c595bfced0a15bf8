package dev.oncemore.testkit.server;

/**
 * A running database server that hands out fresh databases. One of the test's own can be killed and restarted; the shared
 * one, which ends with the JVM, refuses both.
 */
public sealed interface DatabaseServer extends AutoCloseable permits PostgresServer, MariaDbServer {

    /** A new, empty database that nobody else knows of. */
    FreshDatabase freshDatabase();

    /** Whether it runs, which it does unless it was killed or closed. */
    boolean isRunning();

    /**
     * Ends it as a crash does, with SIGKILL to all its processes. Its data stays for {@link #restart}.
     *
     * @throws IllegalStateException when this is the shared one
     */
    void kill();

    /**
     * Starts it again on the same data and the same port, so that URLs stay good. One that still runs is stopped first.
     *
     * @throws IllegalStateException when this is the shared one
     */
    void restart();

    /**
     * Ends it and deletes its data.
     *
     * @throws IllegalStateException when this is the shared one
     */
    @Override
    void close();
}
