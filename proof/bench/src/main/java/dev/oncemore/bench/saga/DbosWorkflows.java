package dev.oncemore.bench.saga;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowHandle;
import dev.oncemore.bench.measure.Subject;
import dev.oncemore.testkit.server.FreshDatabase;
import java.util.concurrent.atomic.LongAdder;

/** DBOS Transact, as its guide starts a workflow: in this process at once, with its steps as lambdas. */
final class DbosWorkflows implements SagaContender {
    static final String NAME = "dbos";

    private final FreshDatabase database;
    private final LongAdder steps = new LongAdder();
    private final DBOS dbos;
    private final Workflows workflows;

    DbosWorkflows(FreshDatabase database) {
        this.database = database;
        dbos = new DBOS(DBOSConfig.defaults("bench")
                .withDataSource(database.pooled(CONNECTIONS))
                .withMigrate(true));
        workflows = dbos.registerProxy(Workflows.class, new Implementation());
        dbos.launch();
    }

    /** What is called durably. */
    public interface Workflows {
        /** Runs the steps. */
        String five(String state);
    }

    private final class Implementation implements Workflows {
        @Override
        @Workflow(name = "five")
        public String five(String state) {
            String current = state;
            for (int step = 1; step <= STEPS; step++) {
                String before = current;
                current = dbos.runStep(
                        () -> {
                            steps.increment();
                            return before;
                        },
                        "step-" + step);
            }
            return current;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public FreshDatabase database() {
        return database;
    }

    @Override
    public Running start(String key) {
        WorkflowHandle<String, RuntimeException> handle =
                dbos.startWorkflow(() -> workflows.five("state"), new StartWorkflowOptions(key));
        return () -> {
            String end = handle.getResult();
            Subject.require("state".equals(end), end);
        };
    }

    @Override
    public long stepsRun() {
        return steps.sumThenReset();
    }

    @Override
    public void close() {
        dbos.shutdown();
        database.close();
    }
}
