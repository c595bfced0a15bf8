package dev.oncemore.jdbc.internal.record;

import dev.oncemore.testkit.server.DelegatingDataSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A real server that answers one question about itself as another one would: those cannot all be started here. */
final class PosingServer extends DelegatingDataSource {
    private final String question;
    private final String answer;

    /**
     * Poses as another server.
     *
     * @param question how the statement begins that is answered otherwise
     * @param answer the statement that is executed instead
     */
    PosingServer(DataSource real, String question, String answer) {
        super(real);
        this.question = question;
        this.answer = answer;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection real = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    Object result = invoke(() -> method.invoke(real, arguments));
                    return method.getName().equals("createStatement") ? posing((Statement) result) : result;
                });
    }

    private Statement posing(Statement real) {
        return (Statement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Statement.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("executeQuery")
                            && ((String) arguments[0]).strip().startsWith(question)) {
                        return real.executeQuery(answer);
                    }
                    return invoke(() -> method.invoke(real, arguments));
                });
    }

    private static Object invoke(Reflected call) throws Throwable {
        try {
            return call.run();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @FunctionalInterface
    private interface Reflected {
        Object run() throws Exception;
    }
}
