package dev.oncemore.operations;

import dev.oncemore.By;
import dev.oncemore.operations.audit.Act;
import dev.oncemore.operations.audit.ActTransaction;
import dev.oncemore.task.schedule.ScheduleRegistry;
import dev.oncemore.task.store.TaskStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The schedules that applications declared on the store. */
public final class ScheduleOperations {
    private final TaskStore store;
    private final ScheduleRegistry book;

    /** Those of this store. */
    public ScheduleOperations(TaskStore store) {
        this.store = store;
        this.book = ScheduleRegistry.on(store);
    }

    /** What time it is for the store, which decides what is due. */
    public Instant now() {
        return store.now();
    }

    /** By name. */
    public List<ScheduleRegistry.Declared> list(@Nullable String after, int most) {
        return book.list(after, most);
    }

    /** The one of this name. */
    public ScheduleRegistry.Declared require(String name) {
        return require(book, name);
    }

    /** The one of this name, as the transaction of an act sees it. */
    public ScheduleRegistry.Declared require(ActTransaction here, String name) {
        return require(ScheduleRegistry.on(here.tasks().store()), name);
    }

    private static ScheduleRegistry.Declared require(ScheduleRegistry registry, String name) {
        return registry.find(name)
                .orElseThrow(() -> Rejected.notFound("there is no schedule " + name
                        + "; one is here once an application has declared it on this store"));
    }

    /** Fires it once, beside its timetable; answers the firing's task. */
    public Act<String> run(String name, By by) {
        return here -> {
            String id = joined(here, name).run(name).orElseThrow();
            here.audit(by, "schedule run", name + ", task " + id);
            return id;
        };
    }

    /** Its instants are skipped from now on. */
    public Act<Boolean> pause(String name, By by) {
        return here -> here.auditIf(joined(here, name).pause(name, by), by, "schedule paused", name);
    }

    /** It fires again. False when it was not paused. */
    public Act<Boolean> resume(String name, By by) {
        return here -> here.auditIf(joined(here, name).resume(name), by, "schedule resumed", name);
    }

    /** Takes it off the list, until an application declares it again. */
    public Act<Boolean> forget(String name, By by) {
        return here -> here.auditIf(joined(here, name).forget(name), by, "schedule forgotten", name);
    }

    private static ScheduleRegistry joined(ActTransaction here, String name) {
        ScheduleRegistry joined = ScheduleRegistry.on(here.tasks().store());
        require(joined, name);
        return joined;
    }
}
