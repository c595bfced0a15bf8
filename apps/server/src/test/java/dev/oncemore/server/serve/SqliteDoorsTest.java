package dev.oncemore.server.serve;

import dev.oncemore.operations.store.StoreUrl;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class SqliteDoorsTest extends DoorsContract {
    @TempDir
    private Path folder;

    @Override
    StoreUrl store() {
        return StoreUrl.parse("sqlite:" + folder.resolve("s.db"));
    }

    @Override
    Map<String, String> environment() {
        return Map.of();
    }
}
