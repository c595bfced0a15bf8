package dev.oncemore.server.console;

import static java.util.Map.entry;

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
            entry("cancelled", "Withdrawn."),
            entry("paused", "Queue paused; running tasks finish."),
            entry("resumed", "Queue resumed."),
            entry("fired", "Started; this is its task."),
            entry("schedule-paused", "Schedule paused; its instants are skipped."),
            entry("schedule-resumed", "Schedule resumed."),
            entry("forgotten", "Removed, until an application declares it again."),
            entry("saga-resumed", "Saga resumed, with all its attempts."),
            entry("step-skipped", "Step skipped: it counts as undone."),
            entry("resolved", "It is settled."),
            entry("taken", "Sheet received. Nothing is sent yet: check it, then confirm."),
            entry("read", "File read again. Nothing is sent yet: check it, then confirm."),
            entry("sent", "Sending. You can close this page."),
            entry("plan", "Plan saved."),
            entry("billed", "Billed. Customers that were billed for this month before are left out."),
            entry("held", "Paused; documents under way finish."),
            entry("corrected", "Row saved."),
            entry("resent", "Sending again."),
            entry("saved", "Account saved."),
            entry("removed", "Removed."));

    private Notices() {}

    static @Nullable String of(@Nullable String word) {
        return word == null ? null : SENTENCES.get(word);
    }
}
