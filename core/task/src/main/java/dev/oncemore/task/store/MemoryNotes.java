package dev.oncemore.task.store;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Notes in memory. */
final class MemoryNotes implements Notes {
    private final MemoryVerbs verbs;

    MemoryNotes(MemoryVerbs verbs) {
        this.verbs = verbs;
    }

    @Override
    public void put(String name, String text) {
        Note note = new Note(name, text);
        verbs.write(tables -> Optional.ofNullable(tables.notes.put(note.name(), note.text())));
    }

    @Override
    public Optional<String> read(String name) {
        return verbs.read(tables -> Optional.ofNullable(tables.notes.get(name)));
    }

    @Override
    public boolean remove(String name) {
        return verbs.write(tables -> tables.notes.remove(name) != null);
    }

    @Override
    public List<Note> list(String prefix, @Nullable String after, int most) {
        String end = Notes.endOf(prefix, most);
        return verbs.read(tables -> tables.notes.subMap(prefix, true, end, false).entrySet().stream()
                .filter(entry -> after == null || entry.getKey().compareTo(after) > 0)
                .limit(most)
                .map(entry -> new Note(entry.getKey(), entry.getValue()))
                .toList());
    }
}
