package dev.oncemore.bench.task;

/** A library that keeps tasks in a table, with a database of its own. Tasks are known by numbers from 0 on. */
interface Contender extends AutoCloseable {
    /** How many handlers run at once. */
    int WORKERS = 16;

    /** How many connections there are: one for each worker, and some for whoever looks for work. */
    int CONNECTIONS = 20;

    /** By which reports and files know it. */
    String name();

    /**
     * Makes all tasks from 0 to below this number wait, in whichever way is fastest, and lets the database count them, so that
     * it plans as it would after a while; not measured.
     */
    void fill(int tasks) throws Exception;

    /** Enqueues a task as users do outside of transactions; it is durable when this returns. */
    void enqueue(int number) throws Exception;

    /** Begins to work. */
    void start();

    /** Whether the ends of all tasks are durable, given that all handlers have returned. */
    boolean isSettled();

    /** Ends work. */
    void stop();

    /** Forgets everything. */
    void clear();

    /** Ends for good. */
    @Override
    void close();
}
