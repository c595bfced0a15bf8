package dev.oncemore.server.console;

import dev.oncemore.desk.SheetService;
import dev.oncemore.operations.Operations;
import dev.oncemore.operations.statistics.Health;
import dev.oncemore.server.access.Role;
import dev.oncemore.task.store.Queues;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What needs a person, counted for the menu of every page. */
public final class Attention {
    private static final String ATTRIBUTE = "oncemore.attention";
    private static final int UNKNOWN_MAX = 100;

    private final Operations operations;
    private final Health health;
    private final SheetService sheetService;

    /** Counts what needs a person in these. */
    public Attention(Operations operations, Health health, SheetService sheetService) {
        this.operations = operations;
        this.health = health;
        this.sheetService = sheetService;
    }

    /** Lets the pages of this request count. */
    public void addTo(Context context) {
        context.attribute(ATTRIBUTE, this);
    }

    /** How many things need a person, by the page where they are; pages without any are not in it. */
    static Map<String, Long> of(Context context, Role role) {
        @Nullable Attention attention = context.attribute(ATTRIBUTE);
        return attention == null || role == Role.ANYONE ? Map.of() : attention.counts(role);
    }

    private Map<String, Long> counts(Role role) {
        Map<String, Long> counts = new HashMap<>();
        if (role != Role.STAFF) {
            counts.put(
                    "/dead",
                    operations.queues().stream().mapToLong(Queues.Status::dead).sum());
            counts.put("/records", (long) health.unknown(null, UNKNOWN_MAX).size());
        }
        if (role.isEnoughFor(Role.STAFF)) {
            counts.put("/desk", sheetService.list().needing());
        }
        counts.values().removeIf(count -> count == 0);
        return counts;
    }
}
