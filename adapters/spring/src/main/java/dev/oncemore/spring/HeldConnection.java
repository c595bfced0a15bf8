package dev.oncemore.spring;

import java.lang.reflect.Method;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.util.ReflectionUtils;

/**
 * Tells the two kinds of connections that Spring binds to a thread apart: that of a transaction, which its manager commits, and
 * that of a {@code JdbcTemplate} inside a transaction of another database, which nobody commits.
 */
final class HeldConnection {
    /** Not public, but the only place where a manager of JDBC transactions says that it has begun one. */
    static final Method IS_TRANSACTION_ACTIVE = isTransactionActive();

    private HeldConnection() {}

    /**
     * Whether a transaction manager bound it. The managers of JPA do not mark it as synchronized with a transaction; the one of
     * JDBC marks it as synchronized and as active; all others only as synchronized.
     */
    static boolean isOfManager(ConnectionHolder holder) {
        return !holder.isSynchronizedWithTransaction()
                || Boolean.TRUE.equals(ReflectionUtils.invokeMethod(IS_TRANSACTION_ACTIVE, holder));
    }

    private static Method isTransactionActive() {
        Method method = ReflectionUtils.findMethod(ConnectionHolder.class, "isTransactionActive");
        if (method == null) {
            throw new IllegalStateException(
                    "this version of Spring has no ConnectionHolder.isTransactionActive; use that of Spring Boot 4.1");
        }
        ReflectionUtils.makeAccessible(method);
        return method;
    }
}
