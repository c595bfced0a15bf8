package dev.oncemore.bench.once;

import dev.oncemore.bench.measure.MeasuringException;
import dev.oncemore.bench.measure.SqlScript;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Runs small transactions on the same database, one after the other, and notes the longest wait. */
final class OtherWriter extends Thread implements AutoCloseable {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final DataSource dataSource;
    private final AtomicLong longestNanos = new AtomicLong();
    private volatile boolean stopped;
    private volatile @Nullable SQLException failure;

    private OtherWriter(DataSource dataSource) {
        super("the other writer");
        this.dataSource = dataSource;
        setDaemon(true);
    }

    static OtherWriter start(DataSource dataSource) {
        SqlScript.execute(dataSource, "CREATE TABLE IF NOT EXISTS other (id INTEGER PRIMARY KEY, text VARCHAR(40))");
        OtherWriter writer = new OtherWriter(dataSource);
        writer.start();
        return writer;
    }

    @Override
    public void run() {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO other (text) VALUES ('hello')")) {
            while (!stopped) {
                long start = System.nanoTime();
                insert.executeUpdate();
                longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (SQLException e) {
            failure = e;
        }
    }

    /** The longest wait since the last call. */
    double takeLongestMillis() {
        SQLException thrown = failure;
        if (thrown != null) {
            throw new MeasuringException("another writer failed: " + thrown.getMessage(), thrown);
        }
        return longestNanos.getAndSet(0) / 1e6;
    }

    /** Ends after the current write, and returns the longest wait since the last call. */
    double endAndTakeLongestMillis() {
        close();
        return takeLongestMillis();
    }

    @Override
    public void close() {
        stopped = true;
        try {
            join();
        } catch (InterruptedException e) {
            throw new MeasuringException("interrupted", e);
        }
    }
}
