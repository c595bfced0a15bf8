package dev.oncemore.operations.audit;

import dev.oncemore.By;
import dev.oncemore.jdbc.SqlOperations;
import dev.oncemore.retry.OpenTransaction;
import dev.oncemore.task.JoinedTasks;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/** The open transaction of an act: everything that it does and says here is committed together, or not at all. */
public final class ActTransaction {
    private final Acts acts;
    private final Connection connection;
    private final SqlOperations sql;
    private final JoinedTasks tasks;
    private final List<AuditTrail.Line> lines = new ArrayList<>();

    ActTransaction(Acts acts, Connection connection) {
        this.acts = acts;
        this.connection = connection;
        sql = acts.database().within(connection);
        tasks = acts.tasks().join(connection);
        afterCommit(tasks::announce);
    }

    /** The connection, for parts that join its transaction. */
    public Connection connection() {
        return connection;
    }

    /** Statements on own tables. */
    public SqlOperations sql() {
        return sql;
    }

    /** Tasks, dead letters and queues. */
    public JoinedTasks tasks() {
        return tasks;
    }

    /** Adds a line to the audit trail. */
    public void audit(String who, String action, String subject, String why) {
        lines.add(acts.trail().line(who, action, subject, why));
    }

    /** Adds a line about an act that has a reason. */
    public void audit(By by, String action, String subject) {
        audit(by.who(), action, subject, by.why());
    }

    /** Adds a line if the act was done, and returns whether it was. */
    public boolean auditIf(boolean done, By by, String action, String subject) {
        if (done) {
            audit(by, action, subject);
        }
        return done;
    }

    /** Does this after the commit, and not at all after a rollback. It is lost if the process dies in between. */
    public void afterCommit(Runnable action) {
        OpenTransaction.afterCommit(action);
    }

    void writeLines() {
        acts.trail().insert(sql, lines);
    }
}
