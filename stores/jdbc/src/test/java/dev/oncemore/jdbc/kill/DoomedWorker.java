package dev.oncemore.jdbc.kill;

import dev.oncemore.jdbc.internal.record.OpenedBy;
import java.io.IOException;
import java.sql.DriverManager;

/** A process that works on tasks until it is killed. Its arguments: the database's URL, user and password. */
final class DoomedWorker {
    static final String DONE = "done";

    private DoomedWorker() {}

    public static void main(String[] arguments) throws IOException {
        new Deeds(
                        OpenedBy.dataSource(
                                () -> DriverManager.getConnection(arguments[0], arguments[1], arguments[2])),
                        () -> System.out.println(DONE))
                .start();
        // It comes to an end when its parent has died before it could kill.
        while (System.in.read() >= 0) {}
        Runtime.getRuntime().halt(2);
    }
}
