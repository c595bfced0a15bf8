package dev.oncemore.server.console;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a page says after an act. Addresses carry a word only, so that nobody can put sentences into our mouth. */
final class Notices {
    private static final Map<String, String> SENTENCES = Map.of(
            "edited", "The payload is saved; the old one is in the history.",
            "redriven", "It is a live task again and will be tried at once.",
            "redriving", "They are being redriven; this task says how far it is.",
            "discarded", "It is discarded; it can be restored here until it is purged.",
            "restored", "It is back among the dead letters.",
            "cancelled", "It is taken back.",
            "paused", "The queue is paused; what runs goes on to its end.",
            "resumed", "The queue goes on.",
            "resolved", "It is settled.");

    private Notices() {}

    static @Nullable String of(@Nullable String word) {
        return word == null ? null : SENTENCES.get(word);
    }
}
