package dev.oncemore.task.store;

import dev.oncemore.internal.Text;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Small named texts, shared by all nodes: the declared schedules and sagas, and which of them are paused. They describe
 * the applications of a store to other processes. They are not meant for work or results.
 */
public interface Notes {
    /** The maximum length of a name. */
    int NAME_LENGTH_MAX = 150;

    /** The maximum length of a text. */
    int TEXT_LENGTH_MAX = 10_000;

    /** The maximum size of a page. */
    int PAGE_MAX = 1_000;

    /**
     * Writes a note, replacing any previous text.
     *
     * @param name 1 to 150 printable ASCII characters
     * @param text up to 10,000 characters without NUL or half surrogates
     */
    void put(String name, String text);

    /** The text of a note. */
    Optional<String> read(String name);

    /** Removes a note. Returns false if there is none. */
    boolean remove(String name);

    /**
     * Lists notes with this prefix by name, after this one or from the first if null; up to {@code most}, 1 to 1,000.
     */
    List<Note> list(String prefix, @Nullable String after, int most);

    /**
     * A note.
     *
     * @param name its name
     * @param text its text
     */
    record Note(String name, String text) {
        /** Refuses texts that some store could not keep. */
        public Note {
            Text.requireKeyLike("note", name, NAME_LENGTH_MAX);
            if (text.length() > TEXT_LENGTH_MAX || !Text.isStorable(text)) {
                throw new IllegalArgumentException("the note '" + name + "' must have at most " + TEXT_LENGTH_MAX
                        + " characters without NUL or half surrogates, but has " + text.length());
            }
        }
    }

    /** The exclusive upper bound of names with this prefix; also checks the arguments of a listing. */
    static String endOf(String prefix, int most) {
        Text.requireKeyLike("prefix of notes", prefix, NAME_LENGTH_MAX);
        if (most < 1 || most > PAGE_MAX) {
            throw new IllegalArgumentException("most must be between 1 and " + PAGE_MAX + ", but is " + most);
        }
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }
}
