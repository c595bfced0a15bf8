package dev.oncemore.desk.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.oncemore.desk.sheet.Sheets;
import dev.oncemore.operations.store.Backend;
import dev.oncemore.operations.store.StoreUrl;
import dev.oncemore.time.VirtualTime;
import dev.oncemore.time.WallClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered of a sheet for a moment must not hide that somebody resumed it. */
class SheetCacheTest {
    private static void put(Backend backend, SendSettings sending) {
        backend.database().transact(connection -> {
            SendStore.put(connection, "x", sending);
            return true;
        });
    }

    @Test
    void aResumedSheetIsNotTakenForPaused(@TempDir Path folder) throws Exception {
        try (Backend backend =
                Backend.open(StoreUrl.parse("sqlite:" + folder.resolve("s.db")), Map.of(), SendService.SCHEMA)) {
            VirtualTime time = new VirtualTime();
            Sheets sheets = new Sheets(backend, WallClock.system());
            SheetCache cache = new SheetCache(sheets, new SendStore(backend.database()), time);
            put(backend, new SendSettings("sandbox", "anna"));
            assertThat(cache.of("x").sending().isPaused()).isTrue();
            put(backend, new SendSettings("sandbox", ""));
            assertThat(cache.of("x").sending().isPaused()).isFalse();
            put(backend, new SendSettings("sandbox", "anna"));
            assertThat(cache.of("x").sending().isPaused())
                    .as("that it is not paused is remembered for a moment")
                    .isFalse();
            time.advance(Duration.ofSeconds(1));
            assertThat(cache.of("x").sending().isPaused()).isTrue();
        }
    }
}
