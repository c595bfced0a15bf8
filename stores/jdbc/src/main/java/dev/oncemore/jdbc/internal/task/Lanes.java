package dev.oncemore.jdbc.internal.task;

import dev.oncemore.jdbc.internal.sql.Mode;
import java.sql.Connection;
import java.sql.SQLException;

/** One database's way to keep a lane in order. */
interface Lanes {
    /** Locks the lane until the transaction ends; required before a sequence number is drawn in it. */
    void lock(Connection connection, String queue, String lane) throws SQLException;

    /** Lets claims see what comes next in a lane after this sequence number. */
    void promote(Connection connection, Mode mode, String queue, String lane, long afterSeq) throws SQLException;

    /** Forgets up to so many locks of lanes that are empty. */
    default void purge(Connection connection, int locksMax) throws SQLException {}
}
