package dev.oncemore.operations;

import dev.oncemore.jdbc.query.RecordQueries;
import dev.oncemore.once.record.Scope;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.TaskStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
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
    static AlreadyDone of(TaskStore tasks, RecordQueries records, DeadLetters.Filter filter) {
        List<String> ids = ids(tasks.deadLetters(), filter);
        List<String> seen = ids.subList(0, Math.min(LETTERS_MAX, ids.size()));
        if (seen.isEmpty()) {
            return new AlreadyDone(0, false);
        }
        String first = Collections.min(seen);
        String last = Collections.max(seen);
        List<Scope> scopes = records.scopes(null, SCOPES_MAX + 1);
        boolean isCut = ids.size() > LETTERS_MAX || scopes.size() > SCOPES_MAX;
        Set<String> done = new HashSet<>();
        int searched = 0;
        for (Scope scope : scopes.subList(0, Math.min(SCOPES_MAX, scopes.size()))) {
            // Ids of tasks lie close together, and hardly any scope has keys among them.
            if (!records.keys(scope, first, last, 1).isEmpty()) {
                if (searched == SEARCHED_MAX) {
                    return new AlreadyDone(done.size(), true);
                }
                records.succeeded(scope, seen).forEach(key -> done.add(key.value()));
                searched++;
            }
        }
        return new AlreadyDone(done.size(), isCut);
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
}
