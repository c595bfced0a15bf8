package dev.oncemore.operations.callback;

import dev.oncemore.jdbc.Database;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Limits the deliveries of each owner: slow or missing receivers take a handler for a long time, and those of one owner must
 * not take all handlers of the queue. Deliveries beyond the limit are enqueued later.
 */
final class DeliveryPlaces {
    /** How many deliveries run at once on a node. */
    static final int HANDLERS = 128;
    /** How many of one owner are enqueued, whether they run or wait for their next attempt. */
    static final int PER_OWNER_MAX = 64;

    /** More than one owner has, even if several nodes enqueue at the same moment. */
    private static final int READ_MAX = 4 * PER_OWNER_MAX;

    private final Database database;
    private final TaskStore tasks;
    private final Map<String, Integer> free = new HashMap<>();

    /** The places as of now. */
    DeliveryPlaces(Database database, TaskStore tasks) {
        this.database = database;
        this.tasks = tasks;
    }

    /** Takes a place for a delivery of this owner, if there is one. */
    boolean tryTake(String owner) {
        int left = free.computeIfAbsent(owner, this::free);
        if (left > 0) {
            free.put(owner, left - 1);
        }
        return left > 0;
    }

    private int free(String owner) {
        List<String> deliveries = database.query(
                "SELECT delivery FROM oncemore_callback WHERE owner = ? AND delivery > '' LIMIT " + READ_MAX,
                row -> row.getString(1),
                owner);
        List<Optional<TaskStatus>> found = tasks.find(deliveries);
        List<String> ended = new ArrayList<>();
        for (int i = 0; i < deliveries.size(); i++) {
            if (found.get(i).map(status -> status.state().isEnd()).orElse(true)) {
                ended.add(deliveries.get(i));
            }
        }
        forget(owner, ended);
        return PER_OWNER_MAX - (deliveries.size() - ended.size());
    }

    private void forget(String owner, List<String> ended) {
        if (!ended.isEmpty()) {
            List<Object> values = new ArrayList<>(List.of(owner));
            values.addAll(ended);
            database.update(
                    "UPDATE oncemore_callback SET delivery = '' WHERE owner = ? AND delivery IN (?"
                            + ", ?".repeat(ended.size() - 1) + ")",
                    values.toArray());
        }
    }

    /** Notes the task that delivers a callback, in the transaction that enqueues it. */
    static void note(SqlOperations here, String callback, String task) {
        here.update("UPDATE oncemore_callback SET delivery = ? WHERE id = ?", task, callback);
    }
}
