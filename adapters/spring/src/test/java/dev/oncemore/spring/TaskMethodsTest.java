package dev.oncemore.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.task.TaskHandle;
import dev.oncemore.task.TaskRun;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.Verdict;
import dev.oncemore.task.schedule.Firing;
import dev.oncemore.task.store.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Handlers and schedules as methods, and the workers' place in the lifecycle. */
class TaskMethodsTest {
    private static final DataSource DATABASE = TestDatabase.fresh();
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ApplicationContextRunner application =
            TestDatabase.applicationOn(DATABASE).withPropertyValues("oncemore.tasks.queues.billing.concurrency=4");

    @Test
    void aTaskOfATransactionRunsAfterItsCommit_withoutWaitingForAPoll() {
        application
                .withBean(Mails.class)
                .withPropertyValues("oncemore.tasks.poll-interval=1h")
                .run(context -> {
                    Tasks tasks = context.getBean(Tasks.class);
                    TransactionTemplate transaction =
                            new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
                    List<TaskHandle> handles = new ArrayList<>();

                    transaction.executeWithoutResult(status -> {
                        handles.add(tasks.enqueue("mail", new Mail("ann")));
                        handles.add(tasks.enqueue("alone", "x"));
                        handles.add(tasks.enqueue("decided", 7));
                    });

                    assertThat(handles.get(0).await(LONG).orElseThrow().state()).isEqualTo(TaskState.DONE);
                    assertThat(handles.get(1).await(LONG).orElseThrow().state()).isEqualTo(TaskState.DONE);
                    assertThat(handles.get(2).await(LONG).orElseThrow().state()).isEqualTo(TaskState.REJECTED);
                    assertThat(context.getBean(Mails.class).sent())
                            .containsExactlyInAnyOrder("ann, in a transaction: true", "x");
                });
    }

    @Test
    void aScheduleFires() {
        application
                .withBean(Clock.class)
                .withPropertyValues("clock.zone=Asia/Tokyo")
                .run(context -> assertThat(context.getBean(Clock.class).fired.await(LONG.toSeconds(), TimeUnit.SECONDS))
                        .isTrue());
    }

    @Test
    void anExpressionThatSaysWhichDaysItMeansIsDeclared() {
        application.withBean(FridayThe13th.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(TaskMethods.class).schedules()).containsExactlyInAnyOrder("friday", "weekdays");
        });
    }

    @Test
    void workersStartLastAndStopFirst() {
        List<String> seen = new ArrayList<>();
        application
                .withBean(Mails.class)
                .withBean(Neighbour.class, () -> new Neighbour(seen))
                .run(context -> {
                    Neighbour neighbour = context.getBean(Neighbour.class);
                    neighbour.context = context;
                    assertThat(context.getBean(WorkerLifecycle.class).isRunning())
                            .isTrue();
                });

        assertThat(seen).containsExactly("started", "stopped, workers run: false");
    }

    @Test
    void healthIsAnsweredWhileWorkersStop() {
        application
                .withBean(Slow.class)
                .withPropertyValues("oncemore.tasks.shutdown-at-most=10m")
                .run(context -> {
                    Slow slow = context.getBean(Slow.class);
                    WorkerLifecycle workers = context.getBean(WorkerLifecycle.class);
                    context.getBean(Tasks.class).enqueue("slow", "x");
                    assertThat(slow.runs.await(LONG.toSeconds(), TimeUnit.SECONDS))
                            .isTrue();

                    CompletableFuture<Void> stop =
                            CompletableFuture.runAsync(workers::stop, TaskMethodsTest::onAThread);
                    try {
                        assertThat(CompletableFuture.supplyAsync(workers::isRunning, TaskMethodsTest::onAThread))
                                .succeedsWithin(LONG);
                    } finally {
                        slow.ends.countDown();
                    }
                    assertThat(stop).succeedsWithin(LONG);
                    assertThat(workers.isRunning()).isFalse();
                });
    }

    @Test
    void workersRunOnlyWhereThereIsWork_unlessTold() {
        application.run(context ->
                assertThat(context.getBean(WorkerLifecycle.class).isRunning()).isFalse());
        application
                .withPropertyValues("oncemore.tasks.workers=true")
                .run(context -> assertThat(
                                context.getBean(WorkerLifecycle.class).isRunning())
                        .isTrue());
        application
                .withBean(Mails.class)
                .withPropertyValues("oncemore.tasks.workers=false")
                .run(context -> assertThat(
                                context.getBean(WorkerLifecycle.class).isRunning())
                        .isFalse());
    }

    @Test
    void whatCannotWorkIsToldAtStart() {
        assertThat(failure(TwoPayloads.class)).contains("TwoPayloads.call", "the payload and, if needed, a TaskRun");
        assertThat(failure(NoSuchPolicy.class)).contains("NoSuchPolicy.call", "there is no engine 'x'");
        assertThat(failure(TwoDays.class)).contains("TwoDays.call", "either", "both");
        assertThat(failure(NoSuchHour.class)).contains("NoSuchHour.call", "25");
        assertThat(failure(NoSuchZone.class)).contains("NoSuchZone.call", "Mars");
        assertThat(failure(Twice.class)).contains("Twice.", "mail");
    }

    private static void onAThread(Runnable task) {
        new Thread(task).start();
    }

    private String failure(Class<?> bean) {
        List<String> descriptions = new ArrayList<>();
        application.withUserConfiguration(bean).run(context -> {
            assertThat(context).hasFailed();
            FailureAnalysis analysis =
                    new InvalidSettingAnalyzer(new StandardEnvironment()).analyze(context.getStartupFailure());
            descriptions.add(analysis.getDescription());
        });
        return descriptions.get(0);
    }

    record Mail(String to) {}

    static class Mails {
        private final List<String> sent = Collections.synchronizedList(new ArrayList<>());

        @HandlesTask("mail")
        @Transactional
        void mail(Mail mail, TaskRun run) {
            assertThat(run.kind()).isEqualTo("mail");
            sent.add(
                    mail.to() + ", in a transaction: " + TransactionSynchronizationManager.isActualTransactionActive());
        }

        @HandlesTask("alone")
        String alone(String text) {
            sent.add(text);
            return text;
        }

        @HandlesTask("decided")
        Verdict decided(Integer number) {
            return Verdict.rejected("no " + number);
        }

        List<String> sent() {
            return sent;
        }
    }

    static class Slow {
        final CountDownLatch runs = new CountDownLatch(1);
        final CountDownLatch ends = new CountDownLatch(1);

        @HandlesTask("slow")
        void call(String payload) throws InterruptedException {
            runs.countDown();
            ends.await();
        }
    }

    static class Clock {
        final CountDownLatch fired = new CountDownLatch(2);

        @FiresAt(name = "each-second", cron = "* * * * * *", zone = "${clock.zone}")
        void tick(Firing firing) {
            fired.countDown();
        }

        @FiresAt(name = "each-other-second", cron = "*/2 * * * * ?", zone = "UTC")
        void tick() {
            fired.countDown();
        }
    }

    /** Something else with a lifecycle, in the phase before that of the workers. */
    static class Neighbour implements SmartLifecycle {
        private final List<String> seen;
        private boolean running;
        private ApplicationContext context;

        Neighbour(List<String> seen) {
            this.seen = seen;
        }

        @Override
        public void start() {
            seen.add("started");
            running = true;
        }

        @Override
        public void stop() {
            seen.add("stopped, workers run: "
                    + context.getBean(WorkerLifecycle.class).isRunning());
            running = false;
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return Integer.MAX_VALUE - 1;
        }
    }

    static class TwoPayloads {
        @HandlesTask("mail")
        void call(String one, String two) {}
    }

    static class NoSuchPolicy {
        @HandlesTask(value = "mail", policy = "x")
        void call(String one) {}
    }

    static class TwoDays {
        @FiresAt(name = "x", cron = "0 0 1 * 1", zone = "UTC")
        void call() {}
    }

    static class FridayThe13th {
        @FiresAt(name = "friday", cron = "0 0 0 13 * FRI both", zone = "UTC")
        void call() {}

        @FiresAt(name = "weekdays", cron = "0 0 9 ? * MON-FRI", zone = "UTC")
        void weekdays() {}
    }

    static class NoSuchHour {
        @FiresAt(name = "x", cron = "0 25 * * *", zone = "UTC")
        void call() {}
    }

    static class NoSuchZone {
        @FiresAt(name = "x", cron = "0 0 1 * *", zone = "Mars/Base")
        void call() {}
    }

    static class Twice {
        @HandlesTask("mail")
        void one(String one) {}

        @HandlesTask("mail")
        void two(String one) {}
    }
}
