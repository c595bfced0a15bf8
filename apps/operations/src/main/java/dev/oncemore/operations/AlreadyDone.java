package dev.oncemore.operations;

import dev.oncemore.operations.store.Sql;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.TaskStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How many dead letters a redrive would not do again. A handler that does its effect through {@code Once} under the task's own
 * key, which is the task's id, leaves a record under it; where that says that the effect succeeded, another attempt is answered
 * from the record. Whatever else a handler does is its own business, and not counted.
 *
 * @param letters how many were found
 * @param isCut whether there are more letters, or more scopes of records, than were looked at: then these are at least so many
 */
public record AlreadyDone(int letters, boolean isCut) {
    private static final int LETTERS_MAX = 500;
    private static final int SCOPES_MAX = 100;
    /** In so many of them each letter is looked for. */
    private static final int SEARCHED_MAX = 20;

    private static final int PAGE = 50;

    /** Looks at those that died last, in the scopes that have records. */
    static AlreadyDone of(TaskStore tasks, Sql sql, DeadLetters.Filter filter) {
        List<String> ids = ids(tasks.deadLetters(), filter);
        List<String> seen = ids.subList(0, Math.min(LETTERS_MAX, ids.size()));
        if (seen.isEmpty()) {
            return new AlreadyDone(0, false);
        }
        Instant now = tasks.now();
        Set<String> done = new HashSet<>();
        Optional<String> scope = scopeAfter(sql, "");
        String first = Collections.min(seen);
        String last = Collections.max(seen);
        int searched = 0;
        for (int i = 0; i < SCOPES_MAX && searched < SEARCHED_MAX && scope.isPresent(); i++) {
            // Ids of tasks lie close together, and hardly any scope has keys among them.
            if (hasBetween(sql, scope.get(), first, last)) {
                done.addAll(done(sql, scope.get(), seen, now));
                searched++;
            }
            scope = scopeAfter(sql, scope.get());
        }
        return new AlreadyDone(done.size(), ids.size() > LETTERS_MAX || scope.isPresent());
    }

    /** Page by page: letters come with their payloads, of which no more are held at once than a list shows. */
    private static List<String> ids(DeadLetters letters, DeadLetters.Filter filter) {
        List<String> ids = new ArrayList<>();
        DeadLetters.Cursor last = null;
        do {
            List<DeadLetter> page = letters.page(filter, DeadLetters.Order.NEWEST_FIRST, last, PAGE);
            page.forEach(letter -> ids.add(letter.task().id()));
            last = page.size() < PAGE ? null : page.get(PAGE - 1).cursor();
        } while (last != null && ids.size() <= LETTERS_MAX);
        return ids;
    }

    /** From one scope to the next by the key of the table, however many records lie between. */
    private static Optional<String> scopeAfter(Sql sql, String scope) {
        return sql
                .list("SELECT min(scope) FROM oncemore_record WHERE scope > ?", row -> row.getString(1), scope)
                .stream()
                .filter(Objects::nonNull)
                .findFirst();
    }

    private static boolean hasBetween(Sql sql, String scope, String first, String last) {
        return sql.first(
                        "SELECT 1 FROM oncemore_record WHERE scope = ? AND key_value >= ? AND key_value <= ? LIMIT 1",
                        row -> true,
                        scope,
                        first,
                        last)
                .isPresent();
    }

    private static List<String> done(Sql sql, String scope, List<String> ids, Instant now) {
        List<Object> values = new ArrayList<>();
        values.add(scope);
        values.addAll(ids);
        values.add(ChronoUnit.MICROS.between(Instant.EPOCH, now));
        return sql.list(
                "SELECT key_value FROM oncemore_record WHERE scope = ? AND key_value IN ("
                        + String.join(", ", Collections.nCopies(ids.size(), "?"))
                        + ") AND state = 'SUCCEEDED' AND expires_at > ?",
                row -> row.getString(1),
                values.toArray());
    }
}
