package dev.oncemore.task.store;

import dev.oncemore.By;
import dev.oncemore.task.store.LogEntry.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Dead letters in memory. */
final class MemoryDeadLetters implements DeadLetters {
    private static final Comparator<Cursor> BY_DEATH =
            Comparator.comparing(Cursor::diedAt).thenComparing(Cursor::id);

    private final MemoryVerbs verbs;

    MemoryDeadLetters(MemoryVerbs verbs) {
        this.verbs = verbs;
    }

    @Override
    public List<DeadLetter> page(Filter filter, Order order, @Nullable Cursor after, int lettersMax) {
        Comparator<Cursor> byOrder = order == Order.OLDEST_FIRST ? BY_DEATH : BY_DEATH.reversed();
        return verbs.read(tables -> matching(tables, filter)
                .filter(letter -> after == null || byOrder.compare(letter.cursor(), after) > 0)
                .sorted(Comparator.comparing(DeadLetter::cursor, byOrder))
                .limit(lettersMax)
                .toList());
    }

    @Override
    public long count(Filter filter) {
        return verbs.read(tables -> matching(tables, filter).count());
    }

    private static Stream<DeadLetter> matching(MemoryTables tables, Filter filter) {
        return tables.letters.values().stream().map(MemoryLetter::letter).filter(filter::matches);
    }

    @Override
    public List<Group> groups(Filter filter, int groupsMax) {
        return verbs.read(tables -> {
            Map<String, List<DeadLetter>> bySignature =
                    matching(tables, filter).collect(Collectors.groupingBy(DeadLetter::signature));
            return bySignature.values().stream()
                    .map(MemoryDeadLetters::group)
                    .sorted(Comparator.comparingLong(Group::count).reversed().thenComparing(Group::signature))
                    .limit(groupsMax)
                    .toList();
        });
    }

    private static Group group(List<DeadLetter> letters) {
        List<Cursor> places =
                letters.stream().map(DeadLetter::cursor).sorted(BY_DEATH).toList();
        Cursor last = places.get(places.size() - 1);
        return new Group(
                letters.get(0).signature(), letters.size(), places.get(0).diedAt(), last.diedAt(), last.id());
    }

    @Override
    public List<Optional<DeadLetter>> read(List<String> ids) {
        return verbs.read(tables -> ids.stream()
                .map(id -> Optional.ofNullable(tables.letters.get(id)).map(MemoryLetter::letter))
                .toList());
    }

    @Override
    public List<Boolean> edit(List<Edit> edits, By by) {
        return verbs.write(tables -> {
            List<Boolean> answers = new ArrayList<>(edits.size());
            for (Edit edit : edits) {
                MemoryLetter old = tables.letters.get(edit.id());
                answers.add(old != null && edit(tables, old, edit, by));
            }
            return answers;
        });
    }

    private boolean edit(MemoryTables tables, MemoryLetter old, Edit edit, By by) {
        Task task = old.letter().task();
        if (old.letter().fence() == edit.fence()) {
            MemoryLetter edited =
                    old.changed(task.withPayload(edit.payload()), old.letter().discardedAt());
            tables.letters.put(edit.id(), edited);
            tables.append(
                    task,
                    edited.letter().fence(),
                    Event.EDITED,
                    old.letter().attempts(),
                    verbs.now(),
                    by.who(),
                    by.why(),
                    task.payload());
            return true;
        }
        return old.letter().fence() == edit.fence() + 1 && task.payload().equals(edit.payload());
    }

    @Override
    public List<Boolean> redrive(List<String> ids, By by) {
        return verbs.write(tables -> {
            List<Boolean> answers = new ArrayList<>(ids.size());
            for (String id : ids) {
                MemoryLetter letter = tables.letters.get(id);
                boolean there = letter != null && letter.letter().discardedAt() == null;
                if (letter != null && there) {
                    tables.letters.remove(id);
                    long seq = letter.holdsLane() ? letter.seq() : tables.nextSeq();
                    MemoryRow row = letter.redriven(seq, verbs.now());
                    tables.put(row);
                    log(tables, letter.letter(), row.fence(), Event.REDRIVEN, by);
                }
                answers.add(there);
            }
            return answers;
        });
    }

    @Override
    public List<Boolean> discard(List<String> ids, By by) {
        return change(ids, by, Event.DISCARDED, letter -> letter.discardedAt() == null);
    }

    @Override
    public List<Boolean> restore(List<String> ids, By by) {
        return change(ids, by, Event.RESTORED, letter -> letter.discardedAt() != null);
    }

    /** A letter that already has the wanted state is neither changed nor logged. */
    private List<Boolean> change(List<String> ids, By by, Event event, Predicate<DeadLetter> wanted) {
        return verbs.write(tables -> {
            List<Boolean> answers = new ArrayList<>(ids.size());
            for (String id : ids) {
                MemoryLetter old = tables.letters.get(id);
                if (old != null && wanted.test(old.letter())) {
                    Instant discardedAt = event == Event.DISCARDED ? verbs.now() : null;
                    MemoryLetter changed = old.changed(old.letter().task(), discardedAt);
                    tables.letters.put(id, changed);
                    tables.woken.add(old.letter().task().queue());
                    log(tables, old.letter(), changed.letter().fence(), event, by);
                }
                answers.add(old != null);
            }
            return answers;
        });
    }

    private void log(MemoryTables tables, DeadLetter letter, long fence, Event event, By by) {
        tables.append(letter.task(), fence, event, letter.attempts(), verbs.now(), by.who(), by.why(), null);
    }
}
