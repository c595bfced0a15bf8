package dev.oncemore.examples.pipeline;

import com.zaxxer.hikari.HikariDataSource;
import dev.oncemore.examples.run.ChildProcess;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that works on the batches, and ends in the middle of a chunk. */
final class PipelineNode {
    private PipelineNode() {}

    /**
     * Works until it dies.
     *
     * @param args the URL and the user of the database, the file, and the line at which it ends
     */
    public static void main(String[] args) throws Exception {
        try (HikariDataSource pool = ChildProcess.pool(args, 10)) {
            Pipeline pipeline = new Pipeline(pool, Path.of(args[2]), args[3]);
            pipeline.tasks.start();
            pipeline.bookings.start("2026-01");
            new CountDownLatch(1).await();
        }
    }
}
