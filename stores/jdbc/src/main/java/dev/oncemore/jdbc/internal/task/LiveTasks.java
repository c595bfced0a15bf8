package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.LockWait;
import dev.oncemore.jdbc.internal.sql.Mode;
import dev.oncemore.task.store.ClaimRequest;
import dev.oncemore.task.store.Claimed;
import dev.oncemore.task.store.NewTask;
import dev.oncemore.task.store.TaskExtension;
import dev.oncemore.task.store.TaskFinish;
import dev.oncemore.task.store.TaskStatus;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One database's statements for live tasks. Batches come sorted by id, except those whose order has a meaning. How long they wait
 * for other transactions holds outside of the user's, which have their own settings.
 */
interface LiveTasks {

    /**
     * Adds what is new.
     *
     * @return for each task the id that is in force: its own, or that of the one that has its dedup key; none where that key
     *     came free meanwhile, which has to be asked again
     */
    Map<String, String> enqueue(Connection connection, List<NewTask> wishes, Mode mode) throws SQLException;

    Given claim(Connection connection, ClaimRequest claim, Mode mode) throws SQLException;

    /** The claims that were extended. The batch has each claim once, but may have several fences of one task. */
    Set<ClaimKey> extend(Connection connection, List<TaskExtension> extensions, Mode mode, LockWait lockWait)
            throws SQLException;

    /** As {@link #extend}: each claim once, but perhaps several fences of one task. */
    Changed<ClaimKey> finish(Connection connection, List<TaskFinish> finishes, Mode mode, LockWait lockWait)
            throws SQLException;

    Changed<String> cancel(Connection connection, List<String> ids, String reason, String who, Mode mode)
            throws SQLException;

    /**
     * The rows that a claim got.
     *
     * @param claimed tasks to run
     * @param damaged rows that were claimed as well, but are damaged
     */
    record Given(List<Claimed> claimed, List<DamagedRow> damaged) {
        static final Given NOTHING = new Given(List.of(), List.of());

        boolean isEmpty() {
            return claimed.isEmpty() && damaged.isEmpty();
        }
    }

    /**
     * The result of a batch.
     *
     * @param done the claims or tasks for which the request succeeded
     * @param woken the queues in which a task may have become claimable
     * @param statuses of tasks that ended, as far as the statement returned them, by id
     */
    record Changed<K>(Set<K> done, Set<String> woken, Map<String, TaskStatus> statuses) {
        /** To be filled. */
        Changed() {
            this(new HashSet<>(), new HashSet<>(), new HashMap<>());
        }
    }
}
