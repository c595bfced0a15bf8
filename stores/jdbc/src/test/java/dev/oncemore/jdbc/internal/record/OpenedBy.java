package dev.oncemore.jdbc.internal.record;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A data source whose connections come from a lambda. */
@FunctionalInterface
public interface OpenedBy {
    Connection open() throws SQLException;

    static DataSource dataSource(OpenedBy opener) {
        return (DataSource) Proxy.newProxyInstance(
                OpenedBy.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        return opener.open();
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
