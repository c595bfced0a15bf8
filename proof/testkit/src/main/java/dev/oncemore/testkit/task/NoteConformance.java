package dev.oncemore.testkit.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.oncemore.task.store.Notes;
import dev.oncemore.task.store.Notes.Note;
import org.junit.jupiter.api.Test;

/** Conformance of {@link Notes}: small texts under exact names. */
public abstract class NoteConformance extends TaskStoreKit {
    /** For inheritors. */
    protected NoteConformance() {}

    private Notes notes() {
        return store().notes();
    }

    @Test
    void theLastTextStays() {
        assertThat(notes().read("schedule:a")).isEmpty();
        notes().put("schedule:a", "one\n請求");
        notes().put("schedule:a", "two");
        notes().put("schedule:a", "two");
        notes().put("schedule:A", "");

        assertThat(notes().read("schedule:a")).contains("two");
        assertThat(notes().read("schedule:A")).contains("");
        assertThat(notes().remove("schedule:a")).isTrue();
        assertThat(notes().remove("schedule:a")).isFalse();
        assertThat(notes().read("schedule:a")).isEmpty();
    }

    @Test
    void notesAreListedByTheStartOfTheirNames_pageByPage() {
        for (String name : new String[] {"saga:x", "schedule:c", "schedule:a", "schedule:B", "schedules"}) {
            notes().put(name, "of " + name);
        }

        assertThat(notes().list("schedule:", null, 2))
                .containsExactly(new Note("schedule:B", "of schedule:B"), new Note("schedule:a", "of schedule:a"));
        assertThat(notes().list("schedule:", "schedule:a", 2)).containsExactly(new Note("schedule:c", "of schedule:c"));
        assertThat(notes().list("nothing:", null, 2)).isEmpty();
    }

    @Test
    void whatNoStoreCouldKeepIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> notes().put("", "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> notes().put("請求", "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> notes().put("n".repeat(151), "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> notes().put("n", "x".repeat(10_001)));
        assertThatIllegalArgumentException().isThrownBy(() -> notes().put("n", "\0"));
        assertThatIllegalArgumentException().isThrownBy(() -> notes().list("n", null, 0));
        notes().put("n".repeat(150), "請".repeat(10_000));
        assertThat(notes().read("n".repeat(150))).contains("請".repeat(10_000));
    }
}
