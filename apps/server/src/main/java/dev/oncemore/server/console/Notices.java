package dev.oncemore.server.console;

import static java.util.Map.entry;

import dev.oncemore.server.language.Messages;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a page says after an act. Addresses carry a word only, so that a link cannot make the page say anything else. */
final class Notices {
    private static final Map<String, String> SENTENCES = Map.ofEntries(
            entry("edited", "Payload saved; the old one is in the history."),
            entry("redriven", "Redriven: it is a live task again."),
            entry("redriving", "Redrive started; this task shows its progress."),
            entry("replayed", "Redriven under their old ids."),
            entry("redriven-these", "Redriven. Letters that were gone by then are left out."),
            entry("discarded-these", "Discarded; restore them under “discarded ones”."),
            entry("discarded", "Discarded; it can be restored here until it is purged."),
            entry("restored", "Restored."),
            entry("paused", "Queue paused; running tasks finish."),
            entry("resumed", "Queue resumed."),
            entry("fired", "Started; this is its task."),
            entry("schedule-paused", "Schedule paused; its instants are skipped."),
            entry("schedule-resumed", "Schedule resumed."),
            entry("forgotten", "Removed, until an application declares it again."),
            entry("saga-resumed", "Saga resumed, with all its attempts."),
            entry("step-skipped", "Step skipped: it counts as undone."),
            entry("resolved", "It is settled."),
            entry("alerted", "Test sent; it arrives in a moment."),
            entry("saved", "Account saved."));

    private Notices() {}

    static @Nullable String of(Messages messages, @Nullable String word) {
        if (word == null) {
            return null;
        }
        String key = "done." + word;
        return messages.has(key) ? messages.text(key) : SENTENCES.get(word);
    }
}
