package dev.oncemore.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.once.record.StoreException;
import dev.oncemore.retry.policy.FailureKind;
import dev.oncemore.retry.policy.RetryPolicy;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Order;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskState;
import dev.oncemore.task.store.TaskStatus;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.VirtualTime;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NothingSilentTest {
    private final VirtualTime time = new VirtualTime();
    private final InMemoryTaskStore memory = new InMemoryTaskStore(time, InstantSource.fixed(Instant.EPOCH), 1_000);
    private final List<TaskEvent> events = new ArrayList<>();
    private final CapturedLog log = new CapturedLog();
    private @Nullable Supplier<RuntimeException> outage;
    private final Tasks tasks = Tasks.on(
            failing(),
            TaskSettings.standard().time(time).executor(Runnable::run).listener(events::add));

    @AfterEach
    void stopCapturing() {
        log.close();
    }

    /** The store in memory, except that it throws while there is an outage. */
    private TaskStore failing() {
        return HookedStore.on(memory, (verb, arguments) -> {
            if (outage != null
                    && !List.of("concurrentBatches", "onWork", "nodes").contains(verb.getName())) {
                throw outage.get();
            }
        });
    }

    private DeadLetter letter() {
        return tasks.deadLetters()
                .page(Filter.all(), Order.NEWEST_FIRST, null, 1)
                .get(0);
    }

    private List<LogRecord> traces() {
        return log.from(Level.FINE).stream()
                .filter(each -> each.getThrown() != null)
                .toList();
    }

    @Test
    void anExceptionIsLoggedWithItsTrace_oncePerAttempt_andIsInTheEvent() {
        ConnectException refused = new ConnectException("refused");
        tasks.handle("mail", String.class, (address, run) -> {
            throw refused;
        });
        String id = tasks.enqueue("mail", "ann").id();

        tasks.manualWorker().runOne();
        time.advance(Duration.ofMinutes(20));
        tasks.manualWorker().runOne();

        assertThat(traces()).hasSize(2).allSatisfy(record -> {
            assertThat(record.getThrown()).isSameAs(refused);
            assertThat(record.getLevel()).isEqualTo(Level.WARNING);
            assertThat(record.getMessage()).contains(id, "mail", "it is retried in");
        });
        assertThat(events)
                .filteredOn(TaskEvent.Retried.class::isInstance)
                .hasSize(2)
                .allSatisfy(event ->
                        assertThat(((TaskEvent.Retried) event).failure()).isSameAs(refused));
    }

    @Test
    void aDeadLetterKeepsTheStackTrace_withTheRootCause() {
        IllegalStateException bug = new IllegalStateException("broken", new NullPointerException("the root"));
        tasks.handle("mail", String.class, (address, run) -> {
            throw bug;
        });
        TaskHandle handle = tasks.enqueue("mail", "ann");

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);

        assertThat(handle.poll().map(TaskStatus::state)).contains(TaskState.DEAD);
        assertThat(letter().stackTrace())
                .startsWith("java.lang.IllegalStateException: broken\n\tat "
                        + getClass().getName())
                .contains("Caused by: java.lang.NullPointerException: the root\n\tat ");
        assertThat(traces())
                .singleElement()
                .satisfies(record -> assertThat(record.getLevel()).isEqualTo(Level.SEVERE));
        assertThat(events)
                .filteredOn(TaskEvent.Dead.class::isInstance)
                .singleElement()
                .satisfies(
                        event -> assertThat(((TaskEvent.Dead) event).failure()).isSameAs(bug));
    }

    @Test
    void aVerdictMayCarryItsException() {
        Exception cause = new Exception("no route");
        tasks.handle("mail", String.class, (address, run) -> Verdict.dead("gone", cause));
        tasks.enqueue("mail", "ann");

        tasks.manualWorker().runAll();

        assertThat(letter().reason()).isEqualTo("gone");
        assertThat(letter().stackTrace()).startsWith("java.lang.Exception: no route");
        assertThat(traces()).hasSize(1);
    }

    @Test
    void aStackTraceIsBounded_andHasTheRootCauseAllTheSame() {
        Throwable deep = new IllegalStateException("root " + "x".repeat(10_000));
        for (int i = 0; i < 100; i++) {
            deep = new IllegalStateException("level " + i + "x".repeat(10_000), deep);
        }
        String text = String.valueOf(StackText.of(deep));

        assertThat(text.length()).isLessThan(30_000);
        assertThat(text).contains("level 99", "Caused by: ");
        assertThat(StackText.of(new IllegalStateException() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public String getMessage() {
                        throw new IllegalArgumentException();
                    }
                }))
                .contains("could not be read");
    }

    @Test
    void aBugIsNotRetried_evenIfItOverflowsTheStack() {
        tasks.handle("mail", String.class, (address, run) -> {
            throw new StackOverflowError();
        });
        tasks.enqueue("mail", "ann");

        assertThat(tasks.manualWorker().runAll()).isEqualTo(1);

        assertThat(letter().attempts()).isEqualTo(1);
        assertThat(letter().inDoubt()).isTrue();
    }

    @Test
    void anOutageIsToldOnce_andThenRarely_andItsEndToo() {
        try (Workers workers = tasks.start()) {
            outage = () -> new StoreException(FailureKind.TRANSIENT, "connection 4711 refused", null);
            for (int second = 0; second < 3_600; second++) {
                time.advance(Duration.ofSeconds(1));
            }
            assertThat(traces()).hasSize(1);
            assertThat(log.saying("no task could be claimed")).hasSizeBetween(5, 8);
            assertThat(log.saying("no task could be claimed").get(1)).contains("times since this was last logged");

            outage = null;
            time.advance(Duration.ofSeconds(1));
            assertThat(log.saying("tasks are claimed again")).hasSize(1);
            assertThat(workers.held()).isZero();
        }
    }

    @Test
    void anotherCauseIsToldAtOnce() {
        try (Workers workers = tasks.start()) {
            outage = () -> new StoreException(FailureKind.TRANSIENT, "connection refused", null);
            time.advance(Duration.ofSeconds(1));
            outage = () -> new StoreException(FailureKind.THROTTLED, "too many connections", null);
            time.advance(Duration.ofSeconds(1));
            assertThat(traces()).hasSize(2);
            outage = null;
            assertThat(workers.held()).isZero();
        }
    }

    @Test
    void workersDoNotStart_ifTheStoreCannotWork() {
        outage = () -> new StoreException("the store's tables are missing");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(tasks::start)
                .withMessage("the store's tables are missing");
    }

    @Test
    void workersStart_whileTheStoreIsDown() {
        outage = () -> new StoreException(FailureKind.TRANSIENT, "down", null);
        List<String> done = new ArrayList<>();
        tasks.handle("mail", String.class, (address, run) -> {
            done.add(address);
            return Verdict.done();
        });

        try (Workers workers = tasks.start()) {
            outage = null;
            tasks.enqueue("mail", "ann");
            time.advance(Duration.ofSeconds(1));
            assertThat(done).containsExactly("ann");
            assertThat(workers.held()).isZero();
        }
    }

    @Test
    void startOnRefusesAnUndeclaredQueue_namingTheDeclaredOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.startOn(Set.of("bilding")))
                .withMessageContaining("'bilding'")
                .withMessageContaining("[default]");
    }

    @Test
    void anEnqueueIntoAnUndeclaredQueueIsToldOnce() {
        TaskOptions options = TaskOptions.standard().queue("bilding");

        tasks.enqueue("mail", "ann", options);
        tasks.enqueue("mail", "bob", options);
        tasks.enqueue("mail", "cid");

        assertThat(log.saying("queue 'bilding' is not declared")).hasSize(1);
        assertThat(log.saying("'default' is not declared")).isEmpty();
    }

    @Test
    void aKindWithoutHandlerIsToldOnce() {
        for (int i = 0; i < 10; i++) {
            tasks.enqueue("unknown", "x");
        }

        tasks.manualWorker().runAll();

        assertThat(log.saying("no handler for kind 'unknown'"))
                .filteredOn(line -> line.contains("register it"))
                .hasSize(1);
    }

    @Test
    void aResultThatCannotBeWrittenIsToldOnce_andTheTaskIsDone() {
        tasks.handle("mail", String.class, (address, run) -> Verdict.done(new Object()));
        TaskHandle first = tasks.enqueue("mail", "ann");
        tasks.enqueue("mail", "bob");

        tasks.manualWorker().runAll();

        assertThat(first.poll().map(TaskStatus::state)).contains(TaskState.DONE);
        assertThat(log.saying("could not be serialized")).hasSize(1);
    }

    @Test
    void aListenerThatThrowsIsToldOnce() {
        Tasks heard =
                Tasks.on((TaskStore) memory, TaskSettings.standard().time(time).listener(event -> {
                    throw new IllegalStateException("deaf");
                }));
        for (int i = 0; i < 5; i++) {
            heard.enqueue("mail", "ann");
        }

        assertThat(log.saying("the listener threw")).hasSize(1);
    }

    @Test
    void theDelaySurvivesBetweenAttempts_forTheJitterToGrowFrom() {
        List<Duration> previous = new ArrayList<>();
        tasks.handle(
                "mail",
                String.class,
                RetryPolicy.named("p").maxAttempts(5).unlimitedBudget().build(),
                (a, run) -> {
                    previous.add(run.previousDelay());
                    return Verdict.retryLater(Duration.ofSeconds(previous.size()), "later");
                });
        tasks.enqueue("mail", "ann");

        for (int i = 0; i < 3; i++) {
            tasks.manualWorker().runOne();
            time.advance(Duration.ofMinutes(1));
        }

        assertThat(previous).containsExactly(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(2));
    }
}
