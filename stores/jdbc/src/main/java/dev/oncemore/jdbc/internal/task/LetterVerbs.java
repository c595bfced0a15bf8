package dev.oncemore.jdbc.internal.task;

import dev.oncemore.By;
import dev.oncemore.jdbc.internal.sql.Session;
import dev.oncemore.task.store.DeadLetter;
import dev.oncemore.task.store.DeadLetters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The verbs of dead letters, in transactions of our own or in the user's. */
final class LetterVerbs implements DeadLetters {
    private final Session session;
    private final TaskTables tables;
    private final Consumer<Collection<String>> woken;

    LetterVerbs(Session session, TaskTables tables, Consumer<Collection<String>> woken) {
        this.session = session;
        this.tables = tables;
        this.woken = woken;
    }

    @Override
    public List<DeadLetter> page(Filter filter, Order order, @Nullable Cursor after, int lettersMax) {
        return session.call(connection -> tables.letters().page(connection, filter, order, after, lettersMax));
    }

    @Override
    public long count(Filter filter) {
        return session.call(connection -> tables.letters().count(connection, filter));
    }

    @Override
    public List<Group> groups(Filter filter, int groupsMax) {
        return session.call(connection -> tables.letters().groups(connection, filter, groupsMax));
    }

    @Override
    public List<Optional<DeadLetter>> read(List<String> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        Map<String, DeadLetter> found = new HashMap<>();
        session.call(connection -> tables.letters().read(connection, ids))
                .forEach(letter -> found.put(letter.task().id(), letter));
        return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
    }

    @Override
    public List<Boolean> edit(List<Edit> edits, By by) {
        return each(edits, Edit::id, (connection, edit, queues) -> tables.acts().edit(connection, edit, by));
    }

    @Override
    public List<Boolean> redrive(List<String> ids, By by) {
        return each(
                ids,
                id -> id,
                (connection, id, queues) -> tables.acts().redrive(connection, session.mode(), id, by, queues));
    }

    @Override
    public List<Boolean> discard(List<String> ids, By by) {
        return each(
                ids,
                id -> id,
                (connection, id, queues) -> tables.acts().discard(connection, session.mode(), id, by, queues));
    }

    @Override
    public List<Boolean> restore(List<String> ids, By by) {
        return each(ids, id -> id, (connection, id, queues) -> tables.acts().restore(connection, id, by));
    }

    /** An operation on one letter. */
    private interface Act<Q> {
        boolean on(Connection connection, Q request, Set<String> queues) throws SQLException;
    }

    /** Letters are locked in the order of their ids, so that two batches wait for each other in one order only. */
    private <Q> List<Boolean> each(List<Q> requests, Function<Q, String> idOf, Act<Q> act) {
        List<Integer> sorted = IntStream.range(0, requests.size())
                .boxed()
                .sorted(Comparator.comparing(i -> idOf.apply(requests.get(i))))
                .toList();
        Set<String> queues = new HashSet<>();
        List<Boolean> done = session.call(connection -> tables.writes().write(connection, session.mode(), c -> {
            List<Boolean> answers = new ArrayList<>(Collections.nCopies(requests.size(), false));
            queues.clear();
            for (int i : sorted) {
                answers.set(i, act.on(c, requests.get(i), queues));
            }
            return answers;
        }));
        woken.accept(queues);
        return done;
    }
}
