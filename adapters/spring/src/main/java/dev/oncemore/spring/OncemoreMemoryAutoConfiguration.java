package dev.oncemore.spring;

import dev.oncemore.once.Once;
import dev.oncemore.once.OnceSettings;
import dev.oncemore.once.record.InMemoryRecordStore;
import dev.oncemore.task.TaskSettings;
import dev.oncemore.task.Tasks;
import dev.oncemore.task.schedule.Schedules;
import dev.oncemore.task.store.InMemoryTaskStore;
import dev.oncemore.time.VirtualTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextRefreshedEvent;

/** Engines in virtual time on stores in memory, for {@link OncemoreTest} only. */
@AutoConfiguration(
        after = OncemoreAutoConfiguration.class,
        before = {OncemoreStoresAutoConfiguration.class, OncemoreEnginesAutoConfiguration.class})
class OncemoreMemoryAutoConfiguration {
    /** Every test starts at the same time. */
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private static final int CAPACITY = 100_000;
    private static final long SEED = 1;

    @Bean
    @ConditionalOnMissingBean
    VirtualTime virtualTime() {
        return new VirtualTime();
    }

    private static InstantSource clock(VirtualTime time) {
        return () -> START.plus(time.elapsed());
    }

    @Bean
    @ConditionalOnMissingBean
    Once once(OnceSettings settings, VirtualTime time) {
        return Once.on(new InMemoryRecordStore(time, clock(time), CAPACITY), settings.time(time));
    }

    @Bean
    @ConditionalOnMissingBean
    Tasks tasks(TaskSettings settings, VirtualTime time) {
        TaskSettings virtual = settings.time(time).clock(clock(time)).random(new SplittableRandom(SEED));
        return Tasks.on(new InMemoryTaskStore(time, clock(time), CAPACITY), virtual);
    }

    /** Never started: the test runs tasks itself. */
    @Bean
    WorkerLifecycle oncemoreWorkers(Tasks tasks, TaskMethods methods) {
        return new WorkerLifecycle(tasks, methods, false);
    }

    /** Firings are tasks, which the test runs like any other. */
    @Bean
    ApplicationListener<ContextRefreshedEvent> oncemoreSchedules(Tasks tasks, TaskMethods methods) {
        return event -> methods.declareOn(Schedules.on(tasks));
    }
}
