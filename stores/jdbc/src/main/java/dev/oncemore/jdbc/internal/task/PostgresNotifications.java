package dev.oncemore.jdbc.internal.task;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The notifications that PostgreSQL's driver receives on a connection. JDBC has no API for them, and the driver is the user's, so
 * its methods are called by reflection.
 */
final class PostgresNotifications {
    private final Object driverConnection;
    private final Method getNotifications;
    private final Method getName;
    private final Method getParameter;

    private PostgresNotifications(Object driverConnection, Class<?> connectionType, Class<?> notificationType)
            throws NoSuchMethodException {
        this.driverConnection = driverConnection;
        getNotifications = connectionType.getMethod("getNotifications", int.class);
        getName = notificationType.getMethod("getName");
        getParameter = notificationType.getMethod("getParameter");
    }

    /** Says these words on a channel, each after the sender's name, in one statement; returns how many. */
    static int send(Connection connection, String channel, String sender, Collection<String> words)
            throws SQLException {
        String query = "SELECT pg_notify(?, ? || ' ' || words) FROM unnest(?) AS w (words)";
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, channel);
            statement.setString(2, sender);
            statement.setArray(3, connection.createArrayOf("text", words.toArray()));
            statement.execute();
            return words.size();
        }
    }

    /** Null when the driver is another one. */
    static @Nullable PostgresNotifications of(Connection connection) throws SQLException {
        ClassLoader drivers = connection.getMetaData().getClass().getClassLoader();
        try {
            Class<?> type = Class.forName("org.postgresql.PGConnection", false, drivers);
            Class<?> notification = Class.forName("org.postgresql.PGNotification", false, drivers);
            return new PostgresNotifications(connection.unwrap(type), type, notification);
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            return null;
        }
    }

    /**
     * What was said on a channel.
     *
     * @param channel its name
     * @param words the payload
     */
    record Notification(String channel, String words) {}

    /** Waits this long, or until a notification arrives on any channel. */
    List<Notification> await(int millis) throws SQLException {
        try {
            List<Notification> heard = new ArrayList<>();
            Object[] notifications = (Object[]) getNotifications.invoke(driverConnection, millis);
            if (notifications != null) {
                for (Object notification : notifications) {
                    heard.add(new Notification(
                            (String) getName.invoke(notification), (String) getParameter.invoke(notification)));
                }
            }
            return heard;
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new SQLException(e);
        }
    }
}
