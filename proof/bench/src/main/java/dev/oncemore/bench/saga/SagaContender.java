package dev.oncemore.bench.saga;

import dev.oncemore.testkit.server.FreshDatabase;

/** A library that runs sagas of {@link #STEPS} steps, with its own database and running workers. */
interface SagaContender extends AutoCloseable {
    /** The steps of a saga. */
    int STEPS = 5;

    /** The number of connections. */
    int CONNECTIONS = 20;

    /** Its name in reports and files. */
    String name();

    /** Its database, to count what it does there. */
    FreshDatabase database();

    /** Starts a saga; it is durable when this returns. */
    Running start(String key) throws Exception;

    /** The number of steps that were run since the last call. */
    long stepsRun();

    @Override
    void close();

    /** A saga that was started. */
    @FunctionalInterface
    interface Running {
        /** Waits for its end as users do, and fails unless it is completed. */
        void await() throws Exception;
    }
}
