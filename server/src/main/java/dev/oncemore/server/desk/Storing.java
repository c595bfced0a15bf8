package dev.oncemore.server.desk;

import dev.oncemore.OncemoreException;
import java.sql.SQLException;

/** Something to do with the store. */
@FunctionalInterface
interface Storing<T> {
    T run() throws SQLException;

    static <T> T stored(Storing<T> work) {
        try {
            return work.run();
        } catch (SQLException e) {
            throw new OncemoreException(
                    "the store could not do this; try again, and look at the database if it stays so: "
                            + e.getMessage(),
                    e);
        }
    }
}
