package dev.oncemore.desk;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers sheets for a moment: thousands of documents of one are sent in a second. */
final class LoadedSheets {
    private static final long FRESH_NANOS = Duration.ofMillis(200).toNanos();
    private static final int SHEETS_MAX = 100;

    private final Sheets sheets;
    private final Sendings sendings;
    private final Time time;
    private final Map<String, Loaded> known = new ConcurrentHashMap<>();

    LoadedSheets(Sheets sheets, Sendings sendings, Time time) {
        this.sheets = sheets;
        this.sendings = sendings;
        this.time = time;
    }

    /** That it is paused is not remembered: whoever resumes it makes tasks that would be given up. */
    Loaded of(String id) {
        Loaded found = known.get(id);
        return found != null && !found.sending().isPaused() && time.nanoTime() - found.atNanos() < FRESH_NANOS
                ? found
                : fresh(id);
    }

    Loaded fresh(String id) {
        long now = time.nanoTime();
        Loaded read = new Loaded(sheets.find(id).orElse(null), sendings.of(id), now);
        if (known.size() >= SHEETS_MAX) {
            known.clear();
        }
        known.put(id, read);
        return read;
    }
}
