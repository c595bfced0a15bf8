package dev.oncemore.bench.task;

import dev.oncemore.bench.measure.SqlScript;
import dev.oncemore.testkit.server.FreshDatabase;
import java.time.Duration;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.JsonMapperFactory;
import org.jspecify.annotations.Nullable;

/** JobRunr with the shortest poll interval that it allows for SQL; while there is work, it does not wait for the poll. */
final class JobRunrJobs implements Contender {
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

    private final FreshDatabase database;
    private final DataSource pool;
    private final JsonMapper json = JsonMapperFactory.createJsonMapper();
    private final JobActivator activator;
    private final StorageProvider storage;
    private final JobRequestScheduler scheduler;
    private @Nullable BackgroundJobServer server;

    JobRunrJobs(FreshDatabase database, Tally tally) {
        this.database = database;
        pool = database.pooled(CONNECTIONS);
        storage = SqlStorageProviderFactory.using(pool);
        storage.setJobMapper(new JobMapper(json));
        scheduler = new JobRequestScheduler(storage);
        Handler handler = new Handler(tally);
        activator = new JobActivator() {
            @Override
            public <T> T activateJob(Class<T> type) {
                return type.cast(handler);
            }
        };
    }

    @Override
    public String name() {
        return Peers.JOBRUNR;
    }

    @Override
    public void fill(int tasks) {
        scheduler.enqueue(IntStream.range(0, tasks).mapToObj(number -> new Request(Payload.of(number))));
        SqlScript.execute(pool, "ANALYZE jobrunr_jobs");
    }

    @Override
    public void enqueue(int number) {
        scheduler.enqueue(new Request(Payload.of(number)));
    }

    @Override
    public void start() {
        server = new BackgroundJobServer(
                storage,
                json,
                activator,
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andPollInterval(POLL_INTERVAL)
                        .andWorkerCount(WORKERS));
        server.start();
    }

    @Override
    public boolean isSettled() {
        return SqlScript.number(pool, "SELECT count(*) FROM jobrunr_jobs WHERE state <> 'SUCCEEDED'") == 0;
    }

    @Override
    public void stop() {
        if (server != null) {
            server.stop();
        }
    }

    @Override
    public void clear() {
        SqlScript.execute(pool, "TRUNCATE jobrunr_jobs");
    }

    @Override
    public void close() {
        storage.close();
        database.close();
    }

    /**
     * One task; public, because it is serialized as JSON.
     *
     * @param payload its number and more
     */
    public record Request(String payload) implements JobRequest {
        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** Runs the task; public, because JobRunr calls it by reflection. */
    public static final class Handler implements JobRequestHandler<Request> {
        private final Tally tally;

        Handler(Tally tally) {
            this.tally = tally;
        }

        @Override
        public void run(Request request) {
            tally.count(Payload.numberOf(request.payload()));
        }
    }
}
