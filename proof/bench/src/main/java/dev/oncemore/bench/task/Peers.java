package dev.oncemore.bench.task;

import java.util.List;

/** The peers of Oncemore's tasks, by their names in reports and files. */
final class Peers {
    static final String DB_SCHEDULER = "db-scheduler";
    static final String JOBRUNR = "jobrunr";
    static final String TRANSACTION_OUTBOX = "transaction-outbox";

    static final List<String> ALL = List.of(DB_SCHEDULER, JOBRUNR, TRANSACTION_OUTBOX);

    private Peers() {}
}
