package dev.oncemore.testkit.server;

import dev.oncemore.testkit.server.CutPlan.Act;
import dev.oncemore.testkit.server.CutPlan.Moment;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A connection, with its statements, that is cut where a plan says. */
final class CuttingConnection implements InvocationHandler {
    private static final String CONNECTION_FAILURE = "08006";

    private final Connection target;
    private final CutPlan plan;

    /** Whether a statement ran in a transaction that is still open. */
    private boolean inTransaction;

    private CuttingConnection(Connection target, CutPlan plan) {
        this.target = target;
        this.plan = plan;
    }

    static Connection over(Connection target, CutPlan plan) {
        return proxy(Connection.class, new CuttingConnection(target, plan));
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(CuttingConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        return switch (method.getName()) {
            case "equals" -> isItself(proxy, arguments);
            case "commit" -> commit(method, arguments);
            case "rollback" -> rollback(method, arguments);
            case "setAutoCommit" -> setAutoCommit(method, arguments);
            case "createStatement", "prepareStatement", "prepareCall" -> statement(proxy, method, arguments);
            default -> call(target, method, arguments);
        };
    }

    private @Nullable Object commit(Method method, Object @Nullable [] arguments) throws Throwable {
        Object result = act(Act.COMMIT, target, method, arguments);
        inTransaction = false;
        return result;
    }

    private @Nullable Object rollback(Method method, Object @Nullable [] arguments) throws Throwable {
        boolean toSavepoint = arguments != null;
        inTransaction = inTransaction && toSavepoint;
        return call(target, method, arguments);
    }

    /** Commits if it ends a transaction, as JDBC specifies. */
    private @Nullable Object setAutoCommit(Method method, Object @Nullable [] arguments) throws Throwable {
        boolean on = arguments != null && Boolean.TRUE.equals(arguments[0]);
        return inTransaction && on ? commit(method, arguments) : call(target, method, arguments);
    }

    private Object statement(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        Statement statement = (Statement) Objects.requireNonNull(call(target, method, arguments));
        return proxy(method.getReturnType().asSubclass(Statement.class), onStatement(proxy, statement));
    }

    private InvocationHandler onStatement(Object connection, Statement statement) {
        return (proxy, method, arguments) -> {
            String name = method.getName();
            if (name.equals("equals")) {
                return isItself(proxy, arguments);
            }
            if (name.equals("getConnection")) {
                return connection;
            }
            if (!name.startsWith("execute")) {
                return call(statement, method, arguments);
            }
            inTransaction = inTransaction || !target.getAutoCommit();
            return act(Act.STATEMENT, statement, method, arguments);
        };
    }

    private @Nullable Object act(Act act, Object on, Method method, Object @Nullable [] arguments) throws Throwable {
        Moment moment = plan.announce(act);
        if (moment != Moment.NEVER && plan.isKilling()) {
            throw killed(moment, act, on, method, arguments);
        }
        if (moment == Moment.BEFORE) {
            throw cut("before", act);
        }
        if (moment == Moment.NEVER) {
            return call(on, method, arguments);
        }
        try {
            call(on, method, arguments);
        } catch (SQLException unheard) {
            SQLException cut = cut("after", act);
            cut.addSuppressed(unheard);
            throw cut;
        }
        throw cut("after", act);
    }

    private KilledProcessError killed(Moment moment, Act act, Object on, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (moment == Moment.AFTER) {
            call(on, method, arguments);
        }
        return new KilledProcessError(cut("at", act));
    }

    /** Cuts the connection without notifying the server if the driver can; SQLite can only close it. */
    private SQLException cut(String moment, Act act) throws SQLException {
        Connection physical = target.isWrapperFor(Connection.class) ? target.unwrap(Connection.class) : target;
        physical.abort(Runnable::run);
        physical.close();
        return new SQLNonTransientConnectionException(
                "the test cut this connection " + moment + " the " + act.name().toLowerCase(Locale.ROOT),
                CONNECTION_FAILURE);
    }

    /** Compares with the proxy itself, because the target is never equal to it. */
    @SuppressWarnings("ReferenceEquality") // Identity is intended.
    private static boolean isItself(Object proxy, Object @Nullable [] arguments) {
        return arguments != null && proxy == arguments[0];
    }

    private static @Nullable Object call(Object on, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
