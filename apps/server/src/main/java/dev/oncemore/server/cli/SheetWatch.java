package dev.oncemore.server.cli;

import dev.oncemore.time.Time;
import java.time.Duration;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Looks at a sheet that is being sent until nothing of it is under way, or it is paused, or it has not moved for long. */
final class SheetWatch {
    /** Without any progress nobody waits any longer than this; a lock-out lasts ten minutes. */
    private static final Duration STILL_MAX = Duration.ofMinutes(15);

    private final ApiClient api;
    private final Time time;
    private final Duration pause;

    SheetWatch(ApiClient api, Time time, Duration pause) {
        this.api = api;
        this.time = time;
        this.pause = pause;
    }

    /**
     * Waits until all rows are finished, and returns the last response.
     *
     * @param path the path of the sheet in the API
     * @param onLook receives each response
     */
    JsonNode untilSettled(String path, Consumer<JsonNode> onLook) throws ApiException {
        JsonNode last = api.get(path);
        onLook.accept(last);
        long looksMax = STILL_MAX.dividedBy(pause);
        long looks = 0;
        while (last.path("underWay").asInt() > 0 && !last.path("paused").asBoolean() && looks < looksMax) {
            try {
                time.sleep(pause.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ApiException(0, "interrupted; the server continues with " + path);
            }
            JsonNode now = api.get(path);
            looks = now.path("states").equals(last.path("states")) ? looks + 1 : 0;
            last = now;
            onLook.accept(last);
        }
        return last;
    }
}
