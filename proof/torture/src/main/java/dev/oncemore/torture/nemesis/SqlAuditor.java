package dev.oncemore.torture.nemesis;

import dev.oncemore.once.record.Bytes;
import dev.oncemore.once.record.OnceRecord;
import dev.oncemore.once.record.RecordState;
import dev.oncemore.once.record.RecordStore;
import dev.oncemore.task.store.LogEntry;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.torture.nemesis.node.Workload;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** As {@link Auditor}, for effects in the store's own database and for tasks. */
final class SqlAuditor {
    private static final int BATCH = 100;
    private static final int LOG_LINES_MAX = 1_000;
    private static final long PAUSE_MILLIS = 25;

    private final SharedStore.Sql sql;
    private final RecordStore records;
    private final NodeLedger ledger;
    private final ViolationLog violations;
    private final CampaignCounters counters;

    SqlAuditor(
            SharedStore.Sql sql,
            RecordStore records,
            NodeLedger ledger,
            ViolationLog violations,
            CampaignCounters counters) {
        this.sql = sql;
        this.records = records;
        this.ledger = ledger;
        this.violations = violations;
        this.counters = counters;
    }

    void auditEffects(int round) throws SQLException {
        Map<String, List<String>> entered = entered(round);
        Map<String, TransactionLedger.Effect> effects = ledger.atomicEffects();
        counters.count("keys judged", effects.size());
        for (Map.Entry<String, TransactionLedger.Effect> entry : effects.entrySet()) {
            TransactionLedger.Effect effect = entry.getValue();
            List<String> rows = entered.getOrDefault(entry.getKey(), List.of());
            Optional<String> recorded = recorded(entry.getKey());
            effect.timeline.add("the ledger's table has " + rows + ", the record " + recorded);
            if (rows.size() > 1) {
                violations.broken("an atomic effect happens at most once", effect.timeline);
            }
            if (effect.acknowledged().isPresent()
                    && !rows.equals(List.of(effect.acknowledged().get()))) {
                violations.broken("what is acknowledged is there", effect.timeline);
            }
            if (!recorded.map(List::of).orElse(List.of()).equals(rows)) {
                violations.broken("effect and record commit together", effect.timeline);
            }
        }
    }

    private Map<String, List<String>> entered(int round) throws SQLException {
        Map<String, List<String>> rows = new HashMap<>();
        try (Connection connection = sql.dataSource().getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "select entry, amount from " + Workload.LEDGER + " where entry like ?")) {
            select.setString(1, "a" + round + "-%");
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.computeIfAbsent(row.getString(1), absent -> new ArrayList<>())
                            .add(row.getString(2));
                }
            }
        }
        return rows;
    }

    private Optional<String> recorded(String key) {
        return records.read(List.of(Workload.atomicKey(key)))
                .get(0)
                .filter(found -> found.state() == RecordState.SUCCEEDED)
                .map(OnceRecord::response)
                .map(Bytes::toArray)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** All tasks must end; while some are open, at least one must end per lease and a few seconds. */
    void auditTasks(long calmNanos) throws InterruptedException {
        Map<String, LaneLedger.TaskEntry> tasks = ledger.tasks();
        counters.count("tasks judged", tasks.size());
        Set<String> open = new LinkedHashSet<>(tasks.keySet());
        long limit = Workload.LEASE.plus(Auditor.ALLOWANCE).toNanos();
        long lastEndNanos = calmNanos;
        while (!open.isEmpty()) {
            long now = System.nanoTime();
            if (forgetEnded(open, tasks)) {
                lastEndNanos = now;
                counters.drained(TimeUnit.NANOSECONDS.toMillis(now - calmNanos));
            } else if (now - lastEndNanos > limit) {
                open.forEach(id -> stuck(id, tasks));
                return;
            } else {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        tasks.forEach(this::requireDoneOnce);
    }

    private boolean forgetEnded(Set<String> open, Map<String, LaneLedger.TaskEntry> tasks) {
        boolean some = false;
        List<String> ids = List.copyOf(open);
        for (int from = 0; from < ids.size(); from += BATCH) {
            List<String> batch = ids.subList(from, Math.min(ids.size(), from + BATCH));
            List<Optional<TaskStatus>> found = sql.tasks().find(batch);
            for (int i = 0; i < batch.size(); i++) {
                Optional<TaskState> state = found.get(i).map(TaskStatus::state);
                if (state.isEmpty() || state.get().isEnd()) {
                    open.remove(batch.get(i));
                    some = true;
                    if (state.isEmpty() || state.get() != TaskState.DONE) {
                        LaneLedger.TaskEntry task = tasks.get(batch.get(i));
                        if (task != null) {
                            task.timeline.add("the store says: " + found.get(i));
                            violations.broken("a task that was enqueued is done", task.timeline);
                        }
                    }
                }
            }
        }
        return some;
    }

    private void stuck(String id, Map<String, LaneLedger.TaskEntry> tasks) {
        LaneLedger.TaskEntry task = tasks.get(id);
        if (task != null) {
            task.timeline.add("the store says: " + sql.tasks().find(List.of(id)).get(0));
            violations.broken("no task is stuck a lease and a few seconds after the faults", task.timeline);
        }
    }

    private void requireDoneOnce(String id, LaneLedger.TaskEntry task) {
        List<LogEntry> log = sql.tasks().log(id, 0, LOG_LINES_MAX);
        long done = log.stream()
                .filter(entry -> entry.event() == LogEntry.Event.DONE)
                .count();
        if (done != 1) {
            task.timeline.add("the log says: " + log);
            violations.broken("the log has a task's end once", task.timeline);
        }
    }
}
