package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Small texts under names, the same for every node: which schedules and sagas are declared, and which of them are paused.
 * Whoever looks at a store from outside learns from them what its applications do. They are no place for work or results.
 */
public interface Notes {
    /** The longest name. */
    int NAME_LENGTH_MAX = 150;

    /** The longest text. */
    int TEXT_LENGTH_MAX = 10_000;

    /** How many can be listed at once. */
    int PAGE_MAX = 1_000;

    /**
     * Writes a note, over what was there.
     *
     * @param name 1 to 150 printable ASCII characters
     * @param text up to 10,000 characters without NUL or half surrogates
     */
    void put(String name, String text);

    /** The text of a note. */
    Optional<String> read(String name);

    /** Forgets a note. False when there is none. */
    boolean remove(String name);

    /** The notes whose names start so, by name, after this one or with null from the first on; up to so many, 1 to 1,000. */
    List<Note> list(String prefix, @Nullable String after, int most);

    /**
     * A note.
     *
     * @param name what it is called
     * @param text what it says
     */
    record Note(String name, String text) {
        /** A note; refuses what not every store could keep. */
        public Note {
            Text.requireKeyLike("note", name, NAME_LENGTH_MAX);
            if (text.length() > TEXT_LENGTH_MAX || !Text.isStorable(text)) {
                throw new IllegalArgumentException("the note '" + name + "' must have at most " + TEXT_LENGTH_MAX
                        + " characters without NUL or half surrogates, but has " + text.length());
            }
        }
    }

    /** What no name that starts so reaches; checks the bounds of a question. */
    static String endOf(String prefix, int most) {
        Text.requireKeyLike("prefix of notes", prefix, NAME_LENGTH_MAX);
        if (most < 1 || most > PAGE_MAX) {
            throw new IllegalArgumentException("most must be between 1 and " + PAGE_MAX + ", but is " + most);
        }
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }
}
