package dev.oncemore.operations;

import dev.oncemore.jdbc.query.TaskQueries;
import dev.oncemore.jdbc.query.TaskQueries.LetterLine;
import dev.oncemore.task.store.DeadLetters;
import dev.oncemore.task.store.DeadLetters.Filter;
import dev.oncemore.task.store.DeadLetters.Group;
import dev.oncemore.time.Time;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Summaries of dead letters that cost a page at most a thousand rows. Up to a thousand letters are summed up at once. If there
 * are more, they are counted in the background, and the next reader gets that count.
 */
final class LetterSummaries {
    private static final int LATEST_MAX = 1_000;
    private static final int FILTERS_MAX = 32;
    private static final Comparator<Group> LARGEST_FIRST =
            Comparator.comparingLong(Group::count).reversed().thenComparing(Group::signature);

    private final DeadLetters letters;
    private final TaskQueries queries;
    private final Executor executor;
    private final Time time;
    private final int groupsMax;
    private final Map<Filter, RecentLook<LetterSummary>> whole = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Filter, RecentLook<LetterSummary>> eldest) {
            return size() > FILTERS_MAX;
        }
    };

    LetterSummaries(DeadLetters letters, TaskQueries queries, Executor executor, Time time, int groupsMax) {
        this.letters = letters;
        this.queries = queries;
        this.executor = executor;
        this.time = time;
        this.groupsMax = groupsMax;
    }

    LetterSummary of(Filter filter) {
        List<LetterLine> latest = queries.latestLetters(filter, LATEST_MAX);
        if (latest.size() == LATEST_MAX) {
            LetterSummary counted = look(filter).known();
            if (counted != null && counted.count() >= LATEST_MAX) {
                return counted;
            }
        }
        return new LetterSummary(latest.size(), latest.size() == LATEST_MAX, groups(latest));
    }

    private RecentLook<LetterSummary> look(Filter filter) {
        synchronized (whole) {
            return whole.computeIfAbsent(
                    filter,
                    wanted -> new RecentLook<>(
                            () -> new LetterSummary(letters.count(wanted), false, letters.groups(wanted, groupsMax)),
                            executor,
                            time));
        }
    }

    /** The lines come the latest first, so the first of a cause is its last death. */
    private List<Group> groups(List<LetterLine> latest) {
        Map<String, Group> byCause = new LinkedHashMap<>();
        for (LetterLine line : latest) {
            byCause.merge(
                    line.signature(),
                    new Group(line.signature(), 1, line.diedAt(), line.diedAt(), line.id()),
                    (later, one) -> new Group(
                            later.signature(),
                            later.count() + 1,
                            one.firstDiedAt(),
                            later.lastDiedAt(),
                            later.exampleId()));
        }
        return byCause.values().stream().sorted(LARGEST_FIRST).limit(groupsMax).toList();
    }
}
