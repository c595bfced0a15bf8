package dev.oncemore.server.serve;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;

/** Holds up statements on records while it is closed, so that a test knows what waits behind them. */
final class Gate {
    private final Semaphore visitors = new Semaphore(0);
    private volatile CountDownLatch opening = new CountDownLatch(0);

    void close() {
        visitors.drainPermits();
        opening = new CountDownLatch(1);
    }

    void open() {
        opening.countDown();
    }

    /** Until a statement is held up. */
    void awaitVisitor() throws InterruptedException {
        visitors.acquire();
    }

    /** The same connections, whose statements pass this gate. */
    DataSource before(DataSource connections) {
        return (DataSource) Proxy.newProxyInstance(
                Gate.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Object result = call(connections, method, arguments);
                    return result instanceof Connection connection ? before(connection) : result;
                });
    }

    @SuppressWarnings("ReferenceEquality") // a proxy is equal to itself only
    private Connection before(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                Gate.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("equals")) {
                        return proxy == arguments[0];
                    }
                    if (method.getName().equals("prepareStatement")
                            && String.valueOf(arguments[0]).contains("oncemore_record")) {
                        pass();
                    }
                    return call(connection, method, arguments);
                });
    }

    private void pass() throws SQLException {
        CountDownLatch now = opening;
        if (now.getCount() > 0) {
            visitors.release();
            try {
                now.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("interrupted at the gate", e);
            }
        }
    }

    private static Object call(Object on, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
