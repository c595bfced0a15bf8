package dev.oncemore.bench.task;

/** A library that stores tasks in a table, with its own database. Tasks are numbered from 0. */
interface Contender extends AutoCloseable {
    /** The number of concurrent handlers. */
    int WORKERS = 16;

    /** The number of connections: one for each worker, and some for polling. */
    int CONNECTIONS = 20;

    /** Its name in reports and files. */
    String name();

    /**
     * Enqueues all tasks from 0 to below this number, in the fastest way, and updates the database's statistics, so that it plans
     * as in long use; not measured.
     */
    void fill(int tasks) throws Exception;

    /** Enqueues a task as users do outside of transactions; it is durable when this returns. */
    void enqueue(int number) throws Exception;

    /** Starts the workers. */
    void start();

    /** Whether the ends of all tasks are durable, given that all handlers have returned. */
    boolean isSettled();

    /** Stops the workers. */
    void stop();

    /** Deletes all tasks. */
    void clear();

    /** Closes the library. */
    @Override
    void close();
}
