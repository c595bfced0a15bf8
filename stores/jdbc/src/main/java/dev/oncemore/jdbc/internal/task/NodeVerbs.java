package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.task.store.Nodes;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The nodes of a database, in transactions of their own. */
final class NodeVerbs implements Nodes {
    private final Session.Own session;
    private final TaskTables tables;
    private final WorkSignals signals;
    private final NodeRows rows;
    private final NodeTakeOver takeOver;

    NodeVerbs(Session.Own session, TaskTables tables, WorkSignals signals) {
        this.session = session;
        this.tables = tables;
        this.signals = signals;
        rows = new NodeRows(tables.sql());
        takeOver = new NodeTakeOver(tables.sql());
    }

    /** Statements on rows of nodes. */
    @FunctionalInterface
    private interface Work<T> {
        T on(Statements statements) throws SQLException;
    }

    private <T> T read(Work<T> work) {
        return session.call(connection -> {
            try (Statements statements = new Statements(connection)) {
                return work.on(statements);
            }
        });
    }

    private <T> T write(Work<T> work) {
        return session.call(connection -> tables.writes().write(connection, session.mode(), c -> {
            try (Statements statements = new Statements(c)) {
                return work.on(statements);
            }
        }));
    }

    @Override
    public Standing beat(Beat beat) {
        Standing standing = write(statements -> rows.beat(statements, beat));
        if (beat.running() == 0) {
            forgetOld();
        }
        return standing;
    }

    private void forgetOld() {
        List<Long> old = read(rows::old);
        if (!old.isEmpty()) {
            write(statements -> {
                rows.forget(statements, old);
                return old.size();
            });
        }
    }

    @Override
    public Look look() {
        return read(rows::look);
    }

    @Override
    public int takeOver(List<Silent> silent) {
        int tasks = 0;
        Set<String> queues = new HashSet<>();
        for (Silent node : silent) {
            NodeTakeOver.Taken taken = write(statements -> takeOver.run(statements, node));
            tasks += taken.tasks();
            queues.addAll(taken.queues());
        }
        signals.signal(queues);
        return tasks;
    }

    @Override
    public void leave(long incarnation) {
        write(statements -> {
            rows.leave(statements, incarnation);
            return true;
        });
    }

    @Override
    public List<NodeStatus> list(int nodesMax) {
        return read(statements -> rows.list(statements, nodesMax));
    }
}
