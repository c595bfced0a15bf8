package dev.oncemore.server.console;

import static java.util.Map.entry;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a page says after an act. Addresses carry a word only, so that nobody can put sentences into our mouth. */
final class Notices {
    private static final Map<String, String> SENTENCES = Map.ofEntries(
            entry("edited", "The payload is saved; the old one is in the history."),
            entry("redriven", "It is a live task again and will be tried at once."),
            entry("redriving", "They are being redriven; this task says how far it is."),
            entry("replayed", "They are live tasks again, and will be sent at once under their old ids."),
            entry("redriven-these", "Those that were still here are live tasks again."),
            entry("discarded-these", "They are discarded; under “discarded ones” they can be restored."),
            entry("discarded", "It is discarded; it can be restored here until it is purged."),
            entry("restored", "It is back among the dead letters."),
            entry("cancelled", "Withdrawn."),
            entry("paused", "The queue is paused; what runs goes on to its end."),
            entry("resumed", "The queue goes on."),
            entry("fired", "It fires as soon as a worker is free; this is its task."),
            entry("schedule-paused", "The schedule is paused; its instants are skipped until it is resumed."),
            entry("schedule-resumed", "The schedule fires again, from its next instant on."),
            entry("forgotten", "It is off the list, until an application declares it again."),
            entry("saga-resumed", "The saga goes on, with all attempts anew."),
            entry("step-skipped", "The step counts as undone, and the saga goes on."),
            entry("resolved", "It is settled."),
            entry("taken", "The sheet is here. Nothing is sent yet: look at it, then confirm."),
            entry("read", "The file is read anew. Nothing is sent yet: look at it, then confirm."),
            entry("sent", "It is being sent. You can close this page; it goes on."),
            entry("plan", "The plan is saved."),
            entry("billed", "Everybody is billed for that month; whoever was before, was not again."),
            entry("held", "It is paused; what is on its way comes to its end."),
            entry("corrected", "The row is saved."),
            entry("resent", "It is being sent again."),
            entry("saved", "The account is saved."),
            entry("removed", "It is removed, and good for nothing from now on."));

    private Notices() {}

    static @Nullable String of(@Nullable String word) {
        return word == null ? null : SENTENCES.get(word);
    }
}
