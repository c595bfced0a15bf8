package dev.oncemore.jdbc.kill;

import dev.oncemore.jdbc.JdbcStores;
import dev.oncemore.jdbc.internal.record.OpenedBy;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import java.io.IOException;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A process with long leases whose handlers never return. Its arguments: the database's URL, user and password, and its name. */
final class HangingWorker {
    static final String RUNNING = "running";

    /** Longer than any test. */
    static final Duration LEASE = Duration.ofHours(2);

    private HangingWorker() {}

    public static void main(String[] arguments) throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        Tasks.on(
                        JdbcStores.of(OpenedBy.dataSource(
                                        () -> DriverManager.getConnection(arguments[0], arguments[1], arguments[2])))
                                .tasks(),
                        TaskSettings.standard().owner(arguments[3]).lease(LEASE))
                .handle("hang", String.class, (text, task) -> {
                    System.out.println(RUNNING);
                    never.await();
                    return Verdict.done();
                })
                .start();
        // It comes to an end when its parent has died before it could kill.
        while (System.in.read() >= 0) {}
        Runtime.getRuntime().halt(2);
    }
}
