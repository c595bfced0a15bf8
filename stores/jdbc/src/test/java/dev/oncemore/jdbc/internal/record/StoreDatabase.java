package dev.oncemore.jdbc.internal.record;

import dev.oncemore.testkit.server.FreshDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database for all tests of a class, where each test has tables of its own. */
final class StoreDatabase implements AutoCloseable {
    private static final int CONNECTIONS = 24;

    final FreshDatabase fresh;
    final DataSource pool;
    private final AtomicInteger tests = new AtomicInteger();

    StoreDatabase(FreshDatabase fresh) {
        this.fresh = fresh;
        pool = fresh.pooled(CONNECTIONS);
    }

    /** The tables of another test. */
    StoreTables tables() {
        return new StoreTables(this, "t" + tests.incrementAndGet() + "_");
    }

    @Override
    public void close() {
        fresh.close();
    }
}
