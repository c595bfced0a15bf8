package dev.oncemore.jdbc.kill;

import dev.oncemore.jdbc.internal.record.OpenedBy;
import java.io.IOException;
import java.sql.DriverManager;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/**
 * A process that pays one invoice and tells its outcome, then pays others and stops at a point, says so, and waits to be
 * killed. Its arguments: what to do, where to stop; the database's URL, user and password.
 */
final class DoomedOwner {
    static final String ACKNOWLEDGED = "acknowledged ";
    static final String STOPPED = "stopped";

    private DoomedOwner() {}

    public static void main(String[] arguments) throws IOException {
        DataSource dataSource =
                OpenedBy.dataSource(() -> DriverManager.getConnection(arguments[2], arguments[3], arguments[4]));
        Point last = Point.valueOf(arguments[1]);
        Payments quiet = new Payments(dataSource, "child", Point.Stop.NOWHERE);
        System.out.println(
                ACKNOWLEDGED + quiet.elsewhere(Kills.ACKNOWLEDGED, Policy.PARK).require());

        Payments doomed = new Payments(dataSource, "child", point -> stopAt(point, last));
        if (arguments[0].equals("elsewhere")) {
            for (Policy policy : Policy.values()) {
                start(() -> doomed.elsewhere(policy.invoice(), policy));
            }
        } else {
            start(() -> doomed.here(List.of(Policy.values())));
        }
        // It comes to an end when its parent has died before it could kill.
        while (System.in.read() >= 0) {}
        Runtime.getRuntime().halt(2);
    }

    private static void stopAt(Point point, Point last) {
        if (point == last) {
            System.out.println(STOPPED);
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts it", e);
            }
        }
    }

    private static void start(Work work) {
        new Thread(() -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        System.out.println("it failed: " + e);
                    }
                    // It should never have come so far.
                    Runtime.getRuntime().halt(3);
                })
                .start();
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }
}
