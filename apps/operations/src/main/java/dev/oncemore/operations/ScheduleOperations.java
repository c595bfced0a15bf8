package dev.oncemore.operations;

import dev.oncemore.By;
import dev.oncemore.operations.audit.AuditTrail;
import dev.oncemore.task.schedule.ScheduleRegistry;
import dev.oncemore.task.store.TaskStore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The schedules that applications declared on the store. */
public final class ScheduleOperations {
    private final TaskStore store;
    private final ScheduleRegistry book;
    private final AuditTrail audit;

    /** Those of this store. */
    public ScheduleOperations(TaskStore store, AuditTrail audit) {
        this.store = store;
        this.book = ScheduleRegistry.on(store);
        this.audit = audit;
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
        return book.find(name)
                .orElseThrow(() -> Rejected.notFound("there is no schedule " + name
                        + "; one is here once an application has declared it on this store"));
    }

    /** Fires it once, beside its timetable; answers the firing's task. */
    public String run(String name, By by) {
        require(name);
        String id = book.run(name).orElseThrow();
        audit.add(by, "schedule run", name + ", task " + id);
        return id;
    }

    /** Its instants are skipped from now on. */
    public void pause(String name, By by) {
        require(name);
        book.pause(name, by);
        audit.add(by, "schedule paused", name);
    }

    /** It fires again. False when it was not paused. */
    public boolean resume(String name, By by) {
        require(name);
        return audit.addIfDone(by, "schedule resumed", name, book.resume(name));
    }

    /** Takes it off the list, until an application declares it again. */
    public void forget(String name, By by) {
        require(name);
        book.forget(name);
        audit.add(by, "schedule forgotten", name);
    }
}
