package dev.oncemore.server.serve;

import dev.oncemore.operations.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;

class SqliteActKillsTest extends ActKillsContract {
    @Override
    StoreUrl store(Path folder) {
        return StoreUrl.parse("sqlite:" + folder.resolve("s.db"));
    }

    @Override
    Map<String, String> environment() {
        return Map.of();
    }
}
