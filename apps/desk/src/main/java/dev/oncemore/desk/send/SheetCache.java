package dev.oncemore.desk.send;

import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers sheets for a moment: thousands of documents of one are sent in a second. */
final class SheetCache {
    private static final long FRESH_NANOS = Duration.ofMillis(200).toNanos();
    private static final int SHEETS_MAX = 100;

    private final Sheets sheets;
    private final SendStore sendings;
    private final Time time;
    private final Map<String, CachedSheet> known = new ConcurrentHashMap<>();

    SheetCache(Sheets sheets, SendStore sendings, Time time) {
        this.sheets = sheets;
        this.sendings = sendings;
        this.time = time;
    }

    /** A pause is not cached: tasks that a resume makes would be given up. */
    CachedSheet of(String id) {
        CachedSheet found = known.get(id);
        return found != null && !found.sending().isPaused() && time.nanoTime() - found.atNanos() < FRESH_NANOS
                ? found
                : fresh(id);
    }

    CachedSheet fresh(String id) {
        long now = time.nanoTime();
        CachedSheet read = new CachedSheet(sheets.find(id).orElse(null), sendings.of(id), now);
        if (known.size() >= SHEETS_MAX) {
            known.clear();
        }
        known.put(id, read);
        return read;
    }
}
