package dev.oncemore.task.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.oncemore.By;
import dev.oncemore.task.CapturedLog;
import dev.oncemore.task.ManualWorker;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.schedule.FiringRecord.Outcome;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.task.store.TaskStore;
import dev.oncemore.time.Time;
import dev.oncemore.time.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchedulesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = new VirtualTime();
    private final SteppingTime storeTime = new SteppingTime(time);
    private final List<String> fired = new ArrayList<>();

    private TaskStore storeAt(String start) {
        return new InMemoryTaskStore(storeTime, InstantSource.fixed(Instant.parse(start)), 10_000);
    }

    private Tasks tasks(TaskStore store) {
        return Tasks.on(
                store,
                TaskSettings.standard().time(time).executor(Runnable::run).lease(HOUR));
    }

    private void fire(Firing firing) {
        fired.add(firing.instant() + " " + firing.period().start());
    }

    /** Lets hours pass, with a worker that looks in between. */
    private void pass(int hours, ManualWorker worker) {
        for (int i = 0; i < hours * 4; i++) {
            time.advance(Duration.ofMinutes(15));
            worker.runAll();
        }
    }

    @Test
    void aScheduleThatNoWorkerTakesSaysSo_rarely() {
        Tasks tasks = tasks(storeAt("2026-03-28T12:00:00Z"));
        try (CapturedLog log = new CapturedLog();
                Schedules schedules = Schedules.on(tasks).every("sync-stock", Duration.ofMinutes(5), this::fire)) {
            for (int minute = 0; minute < 60; minute++) {
                time.advance(Duration.ofMinutes(1));
            }
            assertThat(log.saying("schedule 'sync-stock' was due at 2026-03-28T12:05:00Z"))
                    .first()
                    .asString()
                    .contains("start workers for queue 'default'");
            assertThat(log.saying("schedule 'sync-stock' was due")).hasSizeLessThan(8);
            assertThat(schedules).isNotNull();
        }
    }

    @Test
    void aScheduleThatFiresSaysNothing() {
        Tasks tasks = tasks(storeAt("2026-03-28T12:00:00Z"));
        try (CapturedLog log = new CapturedLog();
                Schedules schedules = Schedules.on(tasks).every("sync-stock", Duration.ofMinutes(5), this::fire)) {
            ManualWorker worker = tasks.manualWorker();
            for (int minute = 0; minute < 60; minute++) {
                time.advance(Duration.ofMinutes(1));
                worker.runAll();
            }
            assertThat(fired).hasSize(12);
            assertThat(log.saying("sync-stock")).isEmpty();
            assertThat(schedules).isNotNull();
        }
    }

    @Test
    void aScheduleInAnUndeclaredQueueSaysSo() {
        Tasks tasks = tasks(storeAt("2026-03-28T12:00:00Z"));
        try (CapturedLog log = new CapturedLog();
                Schedules schedules = Schedules.on(tasks)
                        .every("s", HOUR, ScheduleOptions.standard().queue("nightly"), this::fire)) {
            assertThat(log.saying("queue 'nightly', which is not declared")).hasSize(1);
            assertThat(schedules).isNotNull();
        }
    }

    @Test
    void aNameMayHave100Characters() {
        Tasks tasks = tasks(storeAt("2026-03-28T12:00:00Z"));
        String name = "n".repeat(100);
        Schedules.on(tasks).every(name, HOUR, this::fire);
        pass(2, tasks.manualWorker());
        assertThat(fired).hasSize(2);
    }

    @Test
    void acrossBothChangesOfTheClockNothingIsLostOrDoubled() {
        Tasks spring = tasks(storeAt("2026-03-28T12:00:00Z"));
        Schedules.on(spring).cron("night", "30 2 * * *", BERLIN, this::fire);
        pass(48, spring.manualWorker());
        assertThat(fired)
                .containsExactly(
                        "2026-03-29T01:00:00Z 2026-03-28T01:30:00Z", "2026-03-30T00:30:00Z 2026-03-29T01:00:00Z");

        fired.clear();
        Tasks autumn = tasks(storeAt("2026-10-24T12:00:00Z"));
        Schedules.on(autumn).cron("night", "30 2 * * *", BERLIN, this::fire);
        pass(48, autumn.manualWorker());
        assertThat(fired)
                .containsExactly(
                        "2026-10-25T00:30:00Z 2026-10-24T00:30:00Z", "2026-10-26T01:30:00Z 2026-10-25T00:30:00Z");
    }

    @Test
    void aNameThatIsDeclaredTwiceIsRefused_inTheWordsOfSchedules() {
        Schedules schedules = Schedules.on(tasks(storeAt("2026-01-01T00:30:00Z")));
        schedules.every("hourly", HOUR, this::fire);
        assertThatIllegalStateException()
                .isThrownBy(() -> schedules.every("hourly", HOUR, this::fire))
                .withMessage("schedule 'hourly' is already declared");
    }

    @Test
    void aMissedMonthIsFiredLater_evenIfTheLogIsPurged() {
        TaskStore store = storeAt("2025-12-31T00:00:00Z");
        Tasks before = tasks(store);
        Schedules.on(before).cron("billing", "0 3 1 * *", ZoneOffset.UTC, this::fire);
        pass(48, before.manualWorker());
        assertThat(fired).hasSize(1);

        time.advance(Duration.ofDays(31 + 28 + 5));
        store.purge(Duration.ofDays(7), Duration.ofDays(7), 1_000);
        Tasks after = tasks(store);
        Schedules.on(after)
                .cron(
                        "billing",
                        "0 3 1 * *",
                        ZoneOffset.UTC,
                        ScheduleOptions.standard().misfire(Misfire.fireEach(12)),
                        this::fire);
        after.manualWorker().runAll();

        assertThat(fired.subList(1, fired.size()))
                .containsExactly(
                        "2026-02-01T03:00:00Z 2026-01-01T03:00:00Z", "2026-03-01T03:00:00Z 2026-02-01T03:00:00Z");
    }

    @Test
    void aStoreWhoseClockStepsBackFiresNothingAgain_andLeavesNothingOut() {
        TaskStore store = storeAt("2026-01-01T00:30:00Z");
        Tasks tasks = tasks(store);
        Schedules.on(tasks).every("hourly", HOUR, this::fire);
        ManualWorker worker = tasks.manualWorker();
        pass(4, worker);
        assertThat(fired).hasSize(4);

        storeTime.step(Duration.ofHours(-2));
        pass(2, worker);
        assertThat(fired).as("these were fired already").hasSize(4);
        pass(3, worker);

        assertThat(fired)
                .hasSize(7)
                .doesNotHaveDuplicates()
                .last()
                .isEqualTo("2026-01-01T07:00:00Z 2026-01-01T06:00:00Z");
    }

    @Test
    void aStoreWhoseClockStepsForwardFiresWhatItLeftOut() {
        Tasks tasks = tasks(storeAt("2026-01-01T00:30:00Z"));
        Schedules.on(tasks).every("hourly", HOUR, ScheduleOptions.standard().misfire(Misfire.fireEach(24)), this::fire);
        ManualWorker worker = tasks.manualWorker();
        pass(1, worker);

        storeTime.step(Duration.ofHours(5));
        pass(1, worker);

        assertThat(fired).hasSize(7).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aQueueThatWasPausedForHoursIsCaughtUpWithOnce() {
        TaskStore store = storeAt("2026-01-01T00:30:00Z");
        Tasks first = tasks(store);
        Schedules.on(first).every("hourly", HOUR, this::fire);
        store.queues().pause(Tasks.DEFAULT_QUEUE, null, By.person("ann", "maintenance"));
        pass(3, first.manualWorker());
        Tasks second = tasks(store);
        Schedules.on(second).every("hourly", HOUR, this::fire);
        pass(3, second.manualWorker());
        assertThat(fired).isEmpty();

        store.queues().resume(Tasks.DEFAULT_QUEUE);
        List<Firing.Period> periods = new ArrayList<>();
        Tasks third = tasks(store);
        Schedules.on(third).every("hourly", HOUR, firing -> periods.add(firing.period()));
        third.manualWorker().runAll();

        assertThat(periods.get(0).start()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(periods.get(periods.size() - 1).end()).isEqualTo("2026-01-01T06:00:00Z");
        for (int i = 1; i < periods.size(); i++) {
            assertThat(periods.get(i).start()).isEqualTo(periods.get(i - 1).end());
        }
    }

    @Test
    void aTickThatWasTakenBackDoesNotStopTheSchedule() {
        TaskStore store = storeAt("2026-01-01T00:30:00Z");
        Tasks tasks = tasks(store);
        Schedules schedules = Schedules.on(tasks).every("hourly", HOUR, this::fire);
        assertThat(tasks.cancel("tick:hourly@2026-01-01T01:00:00Z", By.person("ann", "by mistake")))
                .isTrue();

        pass(3, tasks.manualWorker());

        assertThat(fired)
                .containsExactly(
                        "2026-01-01T02:00:00Z 2026-01-01T01:00:00Z", "2026-01-01T03:00:00Z 2026-01-01T02:00:00Z");
        schedules.close();
        assertThat(time.alarmsWaiting()).isZero();
    }

    @Test
    void aScheduleThatWasChangedDoesNotFireAtItsOldTimes() {
        TaskStore store = storeAt("2026-01-01T00:00:00Z");
        Schedules.on(tasks(store)).cron("report", "0 3 * * *", ZoneOffset.UTC, this::fire);
        Tasks redeployed = tasks(store);
        Schedules.on(redeployed).cron("report", "0 4 * * *", ZoneOffset.UTC, this::fire);

        pass(24, redeployed.manualWorker());

        assertThat(fired).containsExactly("2026-01-01T04:00:00Z 2025-12-31T04:00:00Z");
    }

    @Test
    void whereOverlapIsAllowedBothRun_andWhereItQueuesTheSecondWaits() {
        for (Overlap overlap : List.of(Overlap.ALLOW, Overlap.QUEUE)) {
            fired.clear();
            Tasks tasks = tasks(storeAt("2026-01-01T00:30:00Z"));
            ManualWorker other = tasks.manualWorker();
            ScheduleOptions options = ScheduleOptions.standard().overlap(overlap);
            Schedules.on(tasks).every("long", HOUR, options, firing -> {
                if (fired.isEmpty()) {
                    fired.add("first begins");
                    time.advance(HOUR);
                    other.runAll();
                    fired.add("first ends");
                } else {
                    fired.add("second");
                }
            });
            time.advance(HOUR);
            tasks.manualWorker().runAll();

            assertThat(fired)
                    .isEqualTo(
                            overlap == Overlap.ALLOW
                                    ? List.of("first begins", "second", "first ends")
                                    : List.of("first begins", "first ends", "second"));
        }
    }

    @Test
    void whatStillRunsIsNamed_whenTheNextIsSkipped() {
        Tasks tasks = tasks(storeAt("2026-01-01T00:30:00Z"));
        ManualWorker other = tasks.manualWorker();
        Schedules schedules = Schedules.on(tasks);
        schedules.every("long", HOUR, firing -> {
            fire(firing);
            pass(3, other);
        });
        time.advance(HOUR);
        tasks.manualWorker().runOne();
        tasks.manualWorker().runOne();

        assertThat(fired).hasSize(1);
        List<FiringRecord> rows = schedules.history("long", Instant.parse("2026-01-01T05:00:00Z"), 10);
        assertThat(rows)
                .extracting(FiringRecord::outcome)
                .containsExactly(Outcome.SKIPPED, Outcome.SKIPPED, Outcome.SKIPPED, Outcome.DONE);
        assertThat(rows.subList(0, 3))
                .allSatisfy(
                        row -> assertThat(row.why()).isEqualTo("skipped: already running: long@2026-01-01T01:00:00Z"));
    }

    @Test
    void whatIsOutOfBoundsIsRefusedWhenDeclared() {
        Schedules schedules = Schedules.on(tasks(storeAt("2026-01-01T00:00:00Z")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.cron("never", "0 0 31 2 *", ZoneOffset.UTC, this::fire))
                .withMessage("cron '0 0 31 2 *' is refused: it never fires: no month it names has such a day");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.every("n".repeat(101), HOUR, this::fire))
                .withMessage("schedule name must have at most 100 characters, but has 101");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.every("fast", Duration.ofMillis(10), this::fire))
                .withMessageContaining("from 1 s to 366 d, but is 10 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScheduleOptions.standard().grace(Duration.ofHours(2)))
                .withMessage("grace must be between 1 s and 1 h, but is 2 h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Misfire.fireEach(0))
                .withMessage("fireEach must be between 1 and 1000, but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> schedules.history("unknown", Instant.EPOCH, 1))
                .withMessage("schedule 'unknown' is not declared here");
    }

    /** A clock that is set while it runs. */
    private static final class SteppingTime implements Time {
        private final Time time;
        private long offsetNanos;

        SteppingTime(Time time) {
            this.time = time;
        }

        void step(Duration step) {
            offsetNanos += step.toNanos();
        }

        @Override
        public long nanoTime() {
            return time.nanoTime() + offsetNanos;
        }

        @Override
        public void sleep(long nanos) throws InterruptedException {
            time.sleep(nanos);
        }

        @Override
        public Alarm alarm(long delayNanos, Runnable task) {
            return time.alarm(delayNanos, task);
        }
    }
}
